#include "verified/run/mpi/conform/declined.hpp"

#include <mpi.h>

namespace tutti::mpi::conform {

bool may_decline(const tutti::conform::Case& c, int code) {
  if (c.algorithm.empty() || code == MPI_SUCCESS) return false;
  int error_class = MPI_ERR_UNKNOWN;
  MPI_Error_class(code, &error_class);
  return error_class == MPI_ERR_OTHER || error_class == MPI_ERR_UNSUPPORTED_OPERATION;
}

}  // namespace tutti::mpi::conform
