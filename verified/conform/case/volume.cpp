#include "verified/conform/case/volume.hpp"

#include <algorithm>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::conform {
namespace {

std::int64_t calls(const Case& c) {
  constexpr std::int64_t at_once = 3, rounds = 3, recorded = 10;
  if (c.scenario == Scenario::digest || c.scenario == Scenario::time) return recorded;
  if (c.scenario == Scenario::threads) return at_once * rounds;
  const bool several = c.scenario == Scenario::in_flight || c.scenario == Scenario::outstanding;
  return (several ? at_once : 1) * (c.form == Form::persistent ? 2 : 1);
}

}  // namespace

std::int64_t bytes_moved(const Case& c) {
  if (!uses(c.procedure).count || c.scenario == Scenario::error) return 0;
  constexpr int most_neighbours = 16, sides = 2;
  const int blocks = !has_blocks(c.procedure)     ? 1
                     : on_neighbours(c.procedure) ? std::max(c.ranks, most_neighbours)
                                                  : c.ranks;
  const auto units = c.count * (c.irregular ? most_multiple : 1) * sides * calls(c);
  constexpr double most = 1e18;
  return static_cast<std::int64_t>(
      std::min(most, static_cast<double>(units) * static_cast<double>(bytes_of_load(c.load)) * blocks * c.ranks));
}

}  // namespace tutti::conform
