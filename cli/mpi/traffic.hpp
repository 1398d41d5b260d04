// What this program sends, counted between it and the MPI library and where it goes through the memory of a node, and
// what a schedule says that it is to send.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "spec/schedule.hpp"
#include "verified/run/mpi/communicator.hpp"

namespace tutti::mpi {

struct Traffic {
  std::int64_t messages = 0;
  std::int64_t elements = 0;
  bool operator==(const Traffic&) const = default;
};

/// What `rank` is to send: a message for each bundle of steps that has elements in it, or for each where `empty_too`.
/// size_of(block) is in elements.
template <class F>
Traffic planned_traffic(const Schedule& schedule, Rank rank, bool empty_too, F size_of) {
  Traffic total;
  for (const auto& round : schedule.rounds)
    for_each_message(round, [&](std::span<const Step> steps) {
      if (steps.front().from != rank || steps.front().to == rank) return;
      std::int64_t elements = 0;
      for (const auto& s : steps)
        for (int i = 0; i < s.blocks.count; ++i) elements += size_of(schedule.block_of(rank, s.blocks.first + i));
      total.messages += empty_too || elements > 0;
      total.elements += elements;
    });
  return total;
}

/// Counts what this rank sends by MPI_Isend and, in a communicator, through the memory of its node from its
/// construction on. Linking this in replaces MPI_Isend by a wrapper of PMPI_Isend (MPI 4.0, 15.2: the profiling
/// interface).
class TrafficCounter {
 public:
  explicit TrafficCounter(const Communicator& comm);
  /// What is wrong if it was not just what was planned, or MPI carried some of it to a rank on the node.
  std::optional<std::string> differs_from(const Traffic& planned) const;

 private:
  Traffic by_node() const;

  const Communicator& comm_;
  Traffic before_, by_node_before_;
};

}  // namespace tutti::mpi
