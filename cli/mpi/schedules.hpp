// Our executor for the worker, so that its calls are timed beside those of the MPI.
#pragma once
#include "verified/conform/worker/call.hpp"

namespace tutti::mpi {

/// Knows every algorithm and shape by the name that Case::schedule has (verified/choose/price.hpp). Lasts as long as
/// the groups that it is asked for. A call that the executor refuses is std::invalid_argument.
conform::Scheduler schedules();

}  // namespace tutti::mpi
