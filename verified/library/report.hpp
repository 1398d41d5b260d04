// How many calls went by which schedule, and how many by the MPI and why: what TUTTI_VERBOSE=1 prints.
#pragma once
#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "spec/collective.hpp"

namespace tutti::library {

using Counter = std::atomic<std::uint64_t>;

/// Of the calls of this rank that were served by that schedule, "allreduce/ring"; lasts as long as the program. Several
/// threads may ask and count at once.
Counter& served_by(Collective collective, const std::string& schedule);
/// Of those that were left to the MPI for that reason.
Counter& left_for(Collective collective, const std::string& reason);

/// Prints the sums over all ranks at rank 0 of `comm`, on stderr. Collective.
void print_report(MPI_Comm comm);

}  // namespace tutti::library
