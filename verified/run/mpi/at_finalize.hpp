// The last moment to free MPI handles that live as long as the program.
#pragma once
#include <mpi.h>

namespace tutti::mpi {

/// Calls `free_handles` at the start of MPI_Finalize, which deletes the attributes of MPI_COMM_SELF first (MPI 4.0,
/// 11.2.4).
template <void (*free_handles)()>
void at_finalize() {
  int key;
  MPI_Comm_create_keyval(
      MPI_COMM_NULL_COPY_FN,
      [](MPI_Comm, int, void*, void*) -> int {
        free_handles();
        return MPI_SUCCESS;
      },
      &key, nullptr);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
}

}  // namespace tutti::mpi
