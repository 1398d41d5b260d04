#include "verified/conform/case/volume.hpp"

#include <algorithm>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::conform {
namespace {

std::int64_t calls(const Case& c) {
  constexpr std::int64_t in_a_row = 3, recorded = 10;
  if (c.scenario == Scenario::digest || c.scenario == Scenario::time) return recorded;
  if (c.scenario == Scenario::threads) return at_once(c) * in_a_row;
  if (c.scenario == Scenario::repeated) return repetitions(c);
  if (c.scenario == Scenario::late || c.scenario == Scenario::tools) return in_a_row;
  return at_once(c) * (c.form == Form::persistent ? 2 : 1);
}

double bytes_of_one_call(const Case& c) {
  if (!uses(c.procedure).count) return 0;
  constexpr int most_neighbours = 16, sides = 2;
  const int blocks = !has_blocks(c.procedure)     ? 1
                     : on_neighbours(c.procedure) ? std::max(c.ranks, most_neighbours)
                                                  : c.ranks;
  const auto units = static_cast<double>(c.count) * (c.irregular ? most_multiple : 1) * sides;
  return units * static_cast<double>(bytes_of_load(c.load)) * blocks * c.ranks;
}

}  // namespace

int at_once(const Case& c) {
  constexpr int usual = 3, in_flight = 5, many = 20;
  constexpr double little = 1 << 16;  // bytes of all ranks together
  switch (c.scenario) {
    case Scenario::in_flight: return in_flight;
    case Scenario::outstanding: return bytes_of_one_call(c) <= little ? many : usual;
    case Scenario::threads:
    case Scenario::mixed: return usual;
    default: return 1;
  }
}

int repetitions(const Case& c) {
  constexpr double most_bytes = 1 << 22, most_entries = 1024;  // of all ranks together
  constexpr int least = 3, most = 300;
  const auto times = std::min(most_bytes / std::max(1.0, bytes_of_one_call(c)), most_entries / c.ranks);
  return static_cast<int>(std::clamp<double>(times, least, most));
}

std::int64_t bytes_moved(const Case& c) {
  if (c.scenario == Scenario::error) return 0;
  constexpr double most = 1e18;
  return static_cast<std::int64_t>(std::min(most, bytes_of_one_call(c) * static_cast<double>(calls(c))));
}

}  // namespace tutti::conform
