#include "verified/run/mpi/agree.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

std::uint64_t greater(std::uint64_t a, std::uint64_t b) { return std::max(a, b); }

}  // namespace

void agree(MPI_Comm comm, std::span<std::uint64_t> words, std::uint64_t (*combine)(std::uint64_t, std::uint64_t)) {
  int rank, size;
  check(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  check(MPI_Comm_size(comm, &size), "MPI_Comm_size");
  const auto n = static_cast<int>(words.size());
  std::vector<std::uint64_t> heard(words.size());
  for (std::int64_t step = 1; step < size; step *= 2) {
    const auto to = static_cast<int>((rank + step) % size), from = static_cast<int>((rank - step + size) % size);
    check(MPI_Sendrecv(words.data(), n, MPI_UINT64_T, to, 0, heard.data(), n, MPI_UINT64_T, from, 0, comm,
                       MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
    std::ranges::transform(words, heard, words.begin(), combine);
  }
}

std::uint64_t greatest(MPI_Comm comm, std::uint64_t own) {
  agree(comm, {&own, 1}, greater);
  return own;
}

bool any(MPI_Comm comm, bool own) { return greatest(comm, own ? 1 : 0) != 0; }

bool all_the_same(MPI_Comm comm, std::uint64_t own) {
  std::array words{own, ~own};
  agree(comm, words, greater);
  return words[0] == ~words[1];
}

}  // namespace tutti::mpi
