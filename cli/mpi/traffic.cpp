#include "cli/mpi/traffic.hpp"

#include <mpi.h>

namespace {

tutti::mpi::Traffic total;

}  // namespace

extern "C" int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                         MPI_Request* request) {
  ++total.messages;
  total.elements += count;
  return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

namespace tutti::mpi {

TrafficCounter::TrafficCounter() : before_(total) {}

std::optional<std::string> TrafficCounter::differs_from(const Traffic& planned) const {
  const Traffic carried{total.messages - before_.messages, total.elements - before_.elements};
  if (carried == planned) return std::nullopt;
  return "sent " + std::to_string(carried.messages) + " messages with " + std::to_string(carried.elements) +
         " elements or bytes, the schedule has " + std::to_string(planned.messages) + " with " +
         std::to_string(planned.elements);
}

}  // namespace tutti::mpi
