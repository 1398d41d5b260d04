// type: double
// function: sum
// commute: 1
// gate: each change
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown
// why: what it does depends on the datatype, of which nothing is known here

#include <mpi.h>

void sum(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  if (*datatype == MPI_DOUBLE)
    for (int i = 0; i < *len; ++i) ((double*)inoutvec)[i] += ((double*)invec)[i];
  else if (*datatype == MPI_UNSIGNED)
    for (int i = 0; i < *len; ++i) ((unsigned*)inoutvec)[i] += ((unsigned*)invec)[i];
}
