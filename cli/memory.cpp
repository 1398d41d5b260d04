#include "cli/memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "cli/common/commands.hpp"
#include "verified/check/memory.hpp"

namespace tutti::cli {
namespace {

constexpr double most_proofs = 1e6;

std::string print_bytes(double bytes) {
  constexpr std::array units{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  for (bytes /= 1024; bytes >= 1024 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

}  // namespace

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
