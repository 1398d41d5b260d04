// type: unsigned
// function: sum
// commute: 1
// expect: memory refuted; total proved|unknown; pure proved|unknown
// why: counts down in the caller's *len

#include <mpi.h>

void sum(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  unsigned *in = invec, *inout = inoutvec;
  while ((*len)-- > 0) *inout++ += *in++;
  (void)datatype;
}
