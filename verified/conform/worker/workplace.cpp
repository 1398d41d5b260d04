#include "verified/conform/worker/workplace.hpp"

namespace tutti::mpi {
Workplace::Workplace(MPI_Comm communicator) : comm(communicator), send(capacity), receive(capacity) {
  MPI_Comm_size(comm, &size);
  MPI_Comm_rank(comm, &rank);
}

std::optional<std::string> TrafficCounter::differs_from(const Traffic& planned, Rank rank, const char* unit) const {
  const auto now = sent();
  const Traffic carried{now.messages - before_.messages, now.elements - before_.elements};
  if (carried == planned) return std::nullopt;
  return "rank " + std::to_string(rank) + " sent " + std::to_string(carried.messages) + " messages with " +
         std::to_string(carried.elements) + " " + unit + ", the schedule has " + std::to_string(planned.messages) +
         " with " + std::to_string(planned.elements);
}

}  // namespace tutti::mpi
