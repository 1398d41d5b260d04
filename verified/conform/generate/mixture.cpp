#include "verified/conform/generate/mixture.hpp"

#include <iterator>
#include <map>

#include "verified/conform/case/mix.hpp"

namespace tutti::conform {
namespace {

bool may_be_mixed(const Case& c) {
  return c.scenario != Scenario::error && c.scenario != Scenario::threads && c.algorithm.empty() && c.nodes == Nodes{};
}

}  // namespace

std::vector<Case> mixture(const std::vector<Case>& from, std::size_t most, std::uint64_t seed, std::uint64_t turn) {
  std::map<int, std::vector<const Case*>> by_ranks;
  for (const auto& c : from)
    if (may_be_mixed(c)) by_ranks[c.ranks].push_back(&c);
  if (by_ranks.empty()) return {};
  const auto& [ranks, some] = *std::next(by_ranks.begin(), static_cast<std::ptrdiff_t>(turn % by_ranks.size()));
  std::vector<Case> drawn;
  auto random = mix(mix(seed) + turn);
  while (drawn.size() < most) {
    random = mix(random);
    drawn.push_back(*some[random % some.size()]);
    drawn.back().seed = random >> 32;  // so that the line of a case stays short
  }
  return drawn;
}

}  // namespace tutti::conform
