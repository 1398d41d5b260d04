#include "verified/conform/worker/declined.hpp"

#include <mpi.h>

#include "verified/conform/worker/error_text.hpp"

namespace tutti::mpi::conform {

bool may_decline(const tutti::conform::Case& c, int code) {
  if (c.algorithm.empty() || code == MPI_SUCCESS) return false;
  int error_class = MPI_ERR_UNKNOWN;
  MPI_Error_class(code, &error_class);
  return error_class == MPI_ERR_OTHER || error_class == MPI_ERR_UNSUPPORTED_OPERATION;
}

bool says_declined(int code) {
  return error_text(code).ends_with("algorithm is not usable for the provided arguments");
}

}  // namespace tutti::mpi::conform
