// Calls with a wrong argument: the class of the error that they return, and what the communicator is good for then.
#pragma once
#include <functional>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/conform/worker/group.hpp"

namespace tutti::mpi::conform {

/// `c` has Scenario::error, and its `wrong` is one of the table wrong_arguments. Every rank makes the same mistake,
/// under the error handler of the case; then an allreduce and a barrier must work on the same communicator. A handler
/// of the program's own is called where an error is returned, and with the communicator of the call, once, and no error
/// is returned where errors are fatal (9.3): else it is wrong_handler.
///
/// An error that is returned must be of the class that MPI 4.0, 9.4 defines for such an argument: wrong_class. A class
/// that says less, such as MPI_ERR_OTHER, is a note. A wrong argument that is accepted is no_error; whether that is a
/// failure is not judged here (see outcome.hpp). `noticed` is called as soon as the call has returned an error, lest
/// what comes then is taken for its doing.
tutti::conform::Report run_error_case(const tutti::conform::Case& c, Groups& groups,
                                      const std::function<void()>& noticed);

}  // namespace tutti::mpi::conform
