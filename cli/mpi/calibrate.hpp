// tutti-mpi calibrate: measures what messages and local reductions cost here, and writes a profile.
#pragma once
#include "cli/common/commands.hpp"
#include "spec/schedule.hpp"

namespace tutti::cli {

/// The command, to be run at all `size` ranks of MPI_COMM_WORLD; rank 0 prints and writes. UsageError at every rank for
/// fewer than two ranks, a collective that there is not and a file that cannot be read or written, before anything is
/// measured. std::runtime_error at every rank where the timings fit no prices; nothing is written then.
Command add_calibrate(Parser& app, Rank rank, int size);

}  // namespace tutti::cli
