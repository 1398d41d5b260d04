// Errors by which an MPI says that the algorithm that was chosen at the launch does not serve a call.
#pragma once
#include "verified/conform/case/case.hpp"
#include "verified/schedule/error.hpp"

namespace tutti::mpi::conform {

/// Whether `code` may say so of `c`, which is right: an algorithm was chosen, and the class is MPI_ERR_OTHER (as MPICH
/// returns under MPIR_CVAR_COLLECTIVE_FALLBACK=error) or MPI_ERR_UNSUPPORTED_OPERATION (as Open MPI does).
bool may_decline(const tutti::conform::Case& c, int code);

/// Whether the text of `code` says so, as MPICH's does. It may come from a part of the collective, when another has
/// moved data already.
bool says_declined(int code);

/// A right call has returned an error, and the case cannot go on without it.
struct CallFailed : Error {
  CallFailed(const std::string& what, int code_returned) : Error(what), code(code_returned) {}
  int code;
};

}  // namespace tutti::mpi::conform
