#include "verified/check/smt/all_p.hpp"

#include <algorithm>
#include <utility>

#include "verified/check/rules/obligations.hpp"
#include "verified/check/smt/rules.hpp"
#include "verified/schedule/program.hpp"
#include "verified/schedule/record_files.hpp"

namespace tutti::smt {
namespace {

std::vector<AllP>& registry() {
  static std::vector<AllP> all;
  return all;
}

RecordFiles& files() {
  static RecordFiles all("all_p");
  return all;
}

}  // namespace

RegisteredAllP::RegisteredAllP(AllPRecord record, const char* file) {
  auto& all = registry();
  for (auto& entry : files().enter(file)) all.push_back({record, std::move(entry.name)});
  std::ranges::sort(all, {}, &AllP::algorithm);
}

std::span<const AllP> all_p_proofs() {
  files().check();
  return registry();
}

std::optional<ProofForAllP> proof_for_all_p(const Algorithm& algorithm) {
  if (!algorithm.supports.of_any()) return std::nullopt;  // it cannot be assumed
  if (algorithm.rules) {
    const auto& rules = algorithm.rules().rules();
    const int most = rules.slots.most_ranks;
    const bool any = most == std::numeric_limits<int>::max();
    return ProofForAllP{queries_of(rules::obligations(algorithm, rules)), most,
                        any ? "" : "for more ranks an int does not count the slots, or the blocks of an exchange"};
  }
  const auto proofs = all_p_proofs();
  const auto at = std::ranges::find(proofs, algorithm.name, &AllP::algorithm);
  if (at == proofs.end()) return std::nullopt;
  return ProofForAllP{at->queries(), at->up_to, std::string(at->because)};
}

}  // namespace tutti::smt
