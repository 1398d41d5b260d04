#include "verified/conform/generate/programme.hpp"

#include <algorithm>
#include <tuple>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/generate/sweeps.hpp"

namespace tutti::conform {

std::vector<Case> programme(const ProgrammeRequest& request) {
  std::vector<Case> all;
  auto wanted = request.procedures;
  if (wanted.empty())
    for (const auto& r : procedures) wanted.push_back(r.id);
  for (const auto procedure : wanted) {
    // A procedure's cases do not depend on which others are asked for.
    std::mt19937_64 random(request.seed * procedures.size() + static_cast<std::uint64_t>(procedure));
    for (const auto part : {features, every_root, every_operator, sizes, errors, beyond_an_int, brackets}) {
      const auto sweep = part(procedure, request);
      for (auto c : cover(sweep.start, sweep.factors, sweep.meet, random)) {
        c.seed = random() % 1000;
        all.push_back(std::move(c));
      }
    }
  }
  std::ranges::stable_sort(all, {}, [](const Case& c) {
    return std::tuple(c.scenario == Scenario::error, c.ranks, c.scenario == Scenario::threads);
  });
  return all;
}

}  // namespace tutti::conform
