// tutti-mpi op: runs a user's operator by our schedules and by MPI's own collectives, and shows where results differ.
#pragma once
#include "cli/common/commands.hpp"
#include "spec/schedule.hpp"

namespace tutti::cli {

/// The command, to be run at all `size` ranks of MPI_COMM_WORLD; rank 0 compiles, prints and writes. UsageError at
/// every rank for a type, a source or a function that cannot be used, and for a file that cannot be written, before
/// anything is run. A function that crashes or does not end is named, and the program ends with status 1.
Command add_op(Parser& app, Rank rank, int size);

}  // namespace tutti::cli
