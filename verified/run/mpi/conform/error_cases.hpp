// Calls with a wrong argument: the class of the error that they return, and what the communicator is good for then.
#pragma once
#include "verified/conform/case.hpp"
#include "verified/conform/report.hpp"
#include "verified/run/mpi/conform/group.hpp"

namespace tutti::mpi::conform {

/// `c` has Scene::error, and its `wrong` is one of wrong_arguments(). Every rank makes the same mistake, under
/// MPI_ERRORS_RETURN; then an allreduce and a barrier must work on the same communicator.
///
/// An error that is returned must be of the class that MPI 4.0, 9.4 defines for such an argument: wrong_class. But "the
/// set of errors that are handled by MPI is implementation-dependent" (9.3): a wrong argument that is accepted is a
/// note, and no_error only if `strict`.
tutti::conform::Report run_error_case(const tutti::conform::Case& c, Groups& groups, bool strict);

}  // namespace tutti::mpi::conform
