#include "cli/memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "cli/commands.hpp"

namespace tutti::cli {
namespace {

struct Plan {
  double steps, slots;
};

Plan plan_of(const Algorithm& algorithm, int p, Rank rank) {
  const auto schedule = algorithm.schedule({.ranks = p, .root = 0, .only = rank});
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

double bytes_to_prove(const Algorithm& algorithm, int p) {
  // The middle one of three ranks: a root may well do much more than the others.
  std::array plans{plan_of(algorithm, p, 0), plan_of(algorithm, p, p / 2), plan_of(algorithm, p, p - 1)};
  std::ranges::sort(plans, {}, &Plan::steps);
  constexpr double per_step = 80, per_slot = 6, per_rank = 200;
  return p * (per_rank + per_slot * plans[1].slots + per_step * plans[1].steps);
}

int proofs_that_fit(const Algorithm& algorithm, int p) {
  const double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  // Planning one rank takes memory as well, so a p that is far too large is found out by a smaller one.
  for (double q = 1024;; q *= 16) {
    const bool last = q >= p;
    const double bytes = bytes_to_prove(algorithm, last ? p : static_cast<int>(q));
    if (bytes > memory)
      throw UsageError(
          fmt::format("the proof of {} for p = {} takes {}{} of memory, and this machine has {}; choose a "
                      "smaller p",
                      algorithm.name, p, last ? "about " : "far more than ", print_bytes(bytes), print_bytes(memory)));
    if (last) return static_cast<int>(std::min(memory / bytes, 1e6));
  }
}

}  // namespace tutti::cli
