// The ways in which a call that is pending is completed.
#pragma once
#include <mpi.h>

#include <optional>
#include <string>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"

namespace tutti::mpi::conform {

struct Completed {
  int code;                                         ///< what the procedure returned, or the error in the status
  std::string procedure;                            ///< "MPI_Testsome"
  std::optional<tutti::conform::Wrong> wrong = {};  ///< what it says of the requests that cannot be
};

/// Completes the request of a call in the way that the case says: where the procedure is one for several requests, as
/// the second of three, the others being null. A nonblocking one must be null then, a persistent one must not
/// (MPI 4.0, 3.7.3 and 3.9).
Completed complete(const tutti::conform::Case& c, MPI_Request& request);

}  // namespace tutti::mpi::conform
