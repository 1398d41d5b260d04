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

TrafficCounter::TrafficCounter(const Communicator& comm) : comm_(comm), before_(total), by_node_before_(by_node()) {}

Traffic TrafficCounter::by_node() const {
  if (!comm_.node()) return {};
  return {comm_.node()->sent().messages, comm_.node()->sent().elements};
}

std::optional<std::string> TrafficCounter::differs_from(const Traffic& planned) const {
  const auto by_mpi = total.messages - before_.messages;
  const Traffic carried{by_mpi + by_node().messages - by_node_before_.messages,
                        total.elements - before_.elements + by_node().elements - by_node_before_.elements};
  if (by_mpi > 0 && comm_.node() && comm_.node()->has_all_but(comm_.rank()))
    return "sent " + std::to_string(by_mpi) + " messages by MPI, and all ranks are on one node";
  if (carried == planned) return std::nullopt;
  return "sent " + std::to_string(carried.messages) + " messages with " + std::to_string(carried.elements) +
         " elements or bytes, the schedule has " + std::to_string(planned.messages) + " with " +
         std::to_string(planned.elements);
}

}  // namespace tutti::mpi
