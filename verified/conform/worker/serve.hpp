// The worker: runs the cases of a file and writes down what it finds.
#pragma once
#include "verified/conform/worker/call.hpp"

namespace tutti::mpi::conform {

/// The command `serve` with its arguments, argv[0] being its name. Initialises and finalises MPI. Every rank reads the
/// file of cases, runs them in order and appends lines to a file of its own (see verified/conform/case/report.hpp). The
/// exit status: 0 where all cases were run, whatever was found; 2 for bad usage or input, with a message on standard
/// error. Without `scheduler` no case runs by a schedule of ours.
int serve(int argc, char** argv, const Scheduler& scheduler = {});

}  // namespace tutti::mpi::conform
