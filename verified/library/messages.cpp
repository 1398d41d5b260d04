#include "verified/library/messages.hpp"

#include <cstdint>

#include "verified/run/mpi/agree.hpp"
#include "verified/run/mpi/communicator.hpp"

namespace tutti::library {

using mpi::check;

World::World() {
  comm_ = mpi::same_ranks(MPI_COMM_WORLD);
  check(PMPI_Comm_rank(comm_, &rank_), "MPI_Comm_rank");
  check(PMPI_Comm_size(comm_, &size_), "MPI_Comm_size");
}

bool World::any(bool own) const { return mpi::any(comm_, own); }

void World::send(const std::string& text, int to) const {
  const auto length = static_cast<std::int64_t>(text.size());
  check(PMPI_Send(&length, 1, MPI_INT64_T, to, 0, comm_), "MPI_Send");
  check(PMPI_Send(text.data(), static_cast<int>(length), MPI_CHAR, to, 0, comm_), "MPI_Send");
}

std::string World::receive(int from) const {
  std::int64_t length;
  check(PMPI_Recv(&length, 1, MPI_INT64_T, from, 0, comm_, MPI_STATUS_IGNORE), "MPI_Recv");
  std::string text(static_cast<std::size_t>(length), ' ');
  check(PMPI_Recv(text.data(), static_cast<int>(length), MPI_CHAR, from, 0, comm_, MPI_STATUS_IGNORE), "MPI_Recv");
  return text;
}

/// Down a binomial tree: rank r hears from r less its lowest bit, and tells r plus each power of two below that.
std::string World::of_first(std::string text) const {
  int step = 1;
  while (step < size_ && rank_ % (2 * step) == 0) step *= 2;
  if (rank_ != 0) text = receive(rank_ - step);
  for (step /= 2; step > 0; step /= 2)
    if (rank_ + step < size_) send(text, rank_ + step);
  return text;
}

/// Up the same tree, so that the texts come in the order of the ranks.
std::string World::of_all(const std::string& own) const {
  std::string all = own;
  for (int step = 1; step < size_; step *= 2) {
    if (rank_ % (2 * step) != 0) {
      send(all, rank_ - step);
      return {};
    }
    if (rank_ + step < size_) all += receive(rank_ + step);
  }
  return all;
}

}  // namespace tutti::library
