// type: unsigned
// function: sum
// commute: 1
// expect: memory refuted; total proved|unknown; pure proved|unknown
// why: leaves the sum in invec too

#include <mpi.h>

void sum(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  unsigned *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i) inout[i] = in[i] += inout[i];
  (void)type;
}
