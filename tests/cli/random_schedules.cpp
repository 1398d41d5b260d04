// Random schedules in the registry, for each collective a family whose shape is
// the seed, so that a program can show them.
#include "tests/support/random.hpp"
#include "tests/support/random_schedule.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

constexpr int seeds = 20;

std::vector<Shape> every_seed(int) {
  std::vector<Shape> all;
  for (int seed = 1; seed <= seeds; ++seed) all.push_back({seed});
  return all;
}

template <Collective collective>
Schedule from_seed(const Group& group) {
  const auto seed = static_cast<std::uint64_t>(group.shape.front());
  Random random(seed * 1000 + static_cast<std::uint64_t>(group.ranks));
  return random_schedule(collective, group.ranks, group.root, [&random](int n) { return random(n); });
}

/// Under a name of its own, since some schedules serve a special case of their
/// collective besides.
template <Collective collective>
void enter() {
  const std::string name(row(collective).name);
  Registered({.make = from_seed<collective>,
              .needs = {.associative = row(collective).combines()},
              .cites = "nobody",
              .shapes = every_seed},
             ("algorithms/" + name + "/random_" + name + ".cpp").c_str());
}

const bool entered = []<std::size_t... I>(std::index_sequence<I...>) {
  (enter<collectives[I].id>(), ...);
  return true;
}
(std::make_index_sequence<collectives.size()>());

}  // namespace
}  // namespace tutti
