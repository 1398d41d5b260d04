/* An operator, and one that MPI must not use where SIGN is a minus. */
#include <mpi.h>

void adds(void* in, void* inout, int* len, MPI_Datatype* type) {
  for (int i = 0; i < *len; ++i) ((unsigned*)inout)[i] += ((unsigned*)in)[i];
  (void)type;
}

void subtracts(void* in, void* inout, int* len, MPI_Datatype* type) {
  for (int i = 0; i < *len; ++i) ((unsigned*)inout)[i] = ((unsigned*)in)[i] SIGN((unsigned*)inout)[i];
  (void)type;
}
