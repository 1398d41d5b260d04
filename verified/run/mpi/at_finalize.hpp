// The last moment to free MPI handles that live as long as the program.
#pragma once
#include <mpi.h>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {

/// Calls `free_handles` at the start of MPI_Finalize, which deletes the attributes of MPI_COMM_SELF first (MPI 4.0,
/// 11.2.4).
template <void (*free_handles)()>
void at_finalize() {
  int key;
  const auto at_delete = [](MPI_Comm, int, void*, void*) -> int {
    free_handles();
    return MPI_SUCCESS;
  };
  check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_delete, &key, nullptr), "MPI_Comm_create_keyval");
  check(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), "MPI_Comm_set_attr");
}

}  // namespace tutti::mpi
