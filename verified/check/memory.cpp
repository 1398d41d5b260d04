#include "verified/check/memory.hpp"

#include <algorithm>
#include <array>

namespace tutti {
namespace {

struct PlanSize {
  double steps, slots;
};

PlanSize size_of(const Schedule& schedule) {
  double steps = 0;
  for (const auto& round : schedule.rounds) steps += static_cast<double>(round.steps.size());
  return {steps, static_cast<double>(schedule.slots())};
}

PlanSize plan_size_of(const Algorithm& algorithm, const Group& group, Rank rank) {
  return size_of(algorithm.schedule({.ranks = group.ranks, .only = rank, .shape = group.shape}));
}

}  // namespace

double bytes_to_prove(const Algorithm& algorithm, const Group& group) {
  constexpr double per_step = 80, per_slot = 6, per_rank = 200;
  const int p = group.ranks;
  if (algorithm.given) {
    const auto whole = size_of(*algorithm.given);
    return p * (per_rank + per_slot * whole.slots) + per_step * whole.steps;
  }
  if (group.shape.empty() && algorithm.shapes_for(p).empty()) return 0;  // there is nothing to prove
  // The middle one of three ranks: a root may well do much more than the others.
  std::array sizes{plan_size_of(algorithm, group, 0), plan_size_of(algorithm, group, p / 2),
                   plan_size_of(algorithm, group, p - 1)};
  std::ranges::sort(sizes, {}, &PlanSize::steps);
  return p * (per_rank + per_slot * sizes[1].slots + per_step * sizes[1].steps);
}

}  // namespace tutti
