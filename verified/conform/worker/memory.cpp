#include "verified/conform/worker/memory.hpp"

#include <mpi.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include "verified/conform/case/volume.hpp"

namespace tutti::mpi::conform {
namespace {

constexpr std::int64_t gib = std::int64_t{1} << 30;

/// What follows `key` in a file of the kernel.
std::optional<std::int64_t> number_in(const char* path, const std::string& key = "") {
  std::ifstream file(path);
  std::string word;
  if (!key.empty())
    while (file >> word && word != key) {
    }
  std::int64_t number;
  return file >> number ? std::optional(number) : std::nullopt;
}

std::int64_t free_bytes() {
  constexpr std::int64_t kib = 1024;
  auto free = std::numeric_limits<std::int64_t>::max();
  if (const auto available = number_in("/proc/meminfo", "MemAvailable:")) free = *available * kib;
  const auto limit = number_in("/sys/fs/cgroup/memory.max"), used = number_in("/sys/fs/cgroup/memory.current");
  return limit && used ? std::min(free, *limit - *used) : free;
}

std::int64_t reduced(std::int64_t mine, MPI_Op op) {
  auto all = mine;
  MPI_Allreduce(&mine, &all, 1, MPI_INT64_T, op, MPI_COMM_WORLD);
  return all;
}

}  // namespace

void need_memory(const tutti::conform::Case& c, std::int64_t need) {
  if (tutti::conform::bytes_moved(c) < gib) return;
  const auto needed = reduced(need, MPI_SUM), free = reduced(free_bytes(), MPI_MIN);
  if (needed > free)
    throw std::invalid_argument("needs " + std::to_string(needed / gib + 1) + " GiB of memory, and " +
                                std::to_string(free / gib) + " are free");
}

}  // namespace tutti::mpi::conform
