#include "cli/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/common/commands.hpp"
#include "verified/check/memory.hpp"
#include "verified/system/memory_limit.hpp"

namespace tutti::cli {
namespace {

constexpr double most_proofs = 1e6;

std::string print_bytes(double bytes) {
  constexpr std::array units{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  for (bytes /= 1024; bytes >= 1024 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

/// "this machine has 16 GiB", "/sys/fs/cgroup/job/memory.max allows 512 MiB"
std::string print_limit(const MemoryLimit& limit) {
  return (limit.file.empty() ? "this machine has " : limit.file + " allows ") + print_bytes(limit.bytes);
}

}  // namespace

int proofs_that_fit(const Algorithm& algorithm, const Group& group) try {
  const auto memory = memory_limit();
  const auto fits = [&](double bytes, std::string_view at_least) {
    if (bytes > memory.bytes)
      throw UsageError(fmt::format("the proof of {} for p = {} takes {}{} of memory, and {}; choose a smaller p",
                                   algorithm.name, group.ranks, at_least, print_bytes(bytes), print_limit(memory)));
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
  return static_cast<int>(std::min(memory.bytes / bytes, most_proofs));
} catch (const NoSchedule&) {
  return static_cast<int>(most_proofs);  // the proof is over at once, and says why
}

}  // namespace tutti::cli
