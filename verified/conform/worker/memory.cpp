#include "verified/conform/worker/memory.hpp"

#include <mpi.h>

#include <stdexcept>
#include <string>

#include "verified/conform/case/volume.hpp"
#include "verified/system/memory_limit.hpp"

namespace tutti::mpi::conform {
namespace {

constexpr std::int64_t gib = std::int64_t{1} << 30;

std::int64_t reduced(std::int64_t mine, MPI_Op op) {
  auto all = mine;
  MPI_Allreduce(&mine, &all, 1, MPI_INT64_T, op, MPI_COMM_WORLD);
  return all;
}

}  // namespace

void need_memory(const tutti::conform::Case& c, std::int64_t need) {
  if (tutti::conform::bytes_moved(c) < gib) return;
  const auto needed = reduced(need, MPI_SUM), free = reduced(static_cast<std::int64_t>(free_memory()), MPI_MIN);
  if (needed > free)
    throw std::invalid_argument("needs " + std::to_string(needed / gib + 1) + " GiB of memory, and " +
                                std::to_string(free / gib) + " are free");
}

}  // namespace tutti::mpi::conform
