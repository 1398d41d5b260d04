// Runs proved schedules under MPI on real data and compares everything with the reference.
#pragma once
#include "verified/conform/worker/check_barrier.hpp"
#include "verified/conform/worker/check_movement.hpp"
#include "verified/conform/worker/check_reduction.hpp"

namespace tutti::mpi {

/// Checks cases on one communicator. The send buffer is read-only and both buffers end at a page without access, so a
/// forbidden access kills the program at the instruction; one before the receive buffer, and one into the gap of a
/// datatype, is seen by the comparison.
class Checker {
 public:
  explicit Checker(MPI_Comm comm) : at_(comm) {}

  /// Collective over the communicator. What is wrong at this rank, or nothing. Throws Error where the executor refuses.
  std::optional<std::string> check(const Case& c) {
    const auto& collective = row(c.algorithm->collective);
    if (collective.combines()) return reductions_.check(c);
    return collective.moves() ? movements_.check(c) : barriers_.check(c);
  }

 private:
  Workplace at_;
  ReductionCheck reductions_{at_};
  MovementCheck movements_{at_};
  BarrierCheck barriers_{at_};
};

}  // namespace tutti::mpi
