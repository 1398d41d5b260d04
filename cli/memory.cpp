#include "cli/memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "cli/common/commands.hpp"

namespace tutti::cli {
namespace {

constexpr double most_proofs = 1e6;

struct PlanSize {
  double steps, slots;
};

PlanSize plan_size_of(const Algorithm& algorithm, const Group& group, Rank rank) {
  const auto schedule = algorithm.schedule({.ranks = group.ranks, .only = rank, .shape = group.shape});
  double steps = 0;
  for (const auto& round : schedule.rounds) steps += static_cast<double>(round.steps.size());
  return {steps, static_cast<double>(schedule.slots())};
}

std::string print_bytes(double bytes) {
  constexpr std::array units{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  for (bytes /= 1024; bytes >= 1024 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

}  // namespace

double bytes_to_prove(const Algorithm& algorithm, const Group& group) {
  const int p = group.ranks;
  if (group.shape.empty() && algorithm.shapes_for(p).empty()) return 0;  // there is nothing to prove
  // The middle one of three ranks: a root may well do much more than the others.
  std::array sizes{plan_size_of(algorithm, group, 0), plan_size_of(algorithm, group, p / 2),
                   plan_size_of(algorithm, group, p - 1)};
  std::ranges::sort(sizes, {}, &PlanSize::steps);
  constexpr double per_step = 80, per_slot = 6, per_rank = 200;
  return p * (per_rank + per_slot * sizes[1].slots + per_step * sizes[1].steps);
}

int proofs_that_fit(const Algorithm& algorithm, const Group& group) try {
  const double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const auto fits = [&](double bytes, std::string_view at_least) {
    if (bytes > memory)
      throw UsageError(
          fmt::format("the proof of {} for p = {} takes {}{} of memory, and this machine has {}; choose a "
                      "smaller p",
                      algorithm.name, group.ranks, at_least, print_bytes(bytes), print_bytes(memory)));
  };
  // Planning one rank takes memory as well, so a p that is far too large is found out by a smaller one.
  for (int p = 1024; p<group.ranks; p = p> group.ranks / 16 ? group.ranks : 16 * p)
    if (algorithm.supports.holds(p)) fits(bytes_to_prove(algorithm, {.ranks = p}), "far more than ");
  double bytes = 0;
  const auto shapes = group.shape.empty() ? algorithm.shapes_for(group.ranks) : std::vector<Shape>{group.shape};
  for (const auto& shape : shapes) {
    bytes = std::max(bytes, bytes_to_prove(algorithm, {.ranks = group.ranks, .shape = shape}));
    fits(bytes, "about ");
  }
  return static_cast<int>(std::min(memory / bytes, most_proofs));
} catch (const NoSchedule&) {
  return static_cast<int>(most_proofs);  // the proof is over at once, and says why
}

}  // namespace tutti::cli
