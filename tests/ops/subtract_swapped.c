// type: unsigned
// function: subtract
// commute: 0
// meant: a - b
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative refuted; identity refuted; idempotent refuted; order refuted
// expect: declared proved
// why: the operands are swapped: inoutvec holds the right one

#include <mpi.h>

void subtract(void* invec, void* inoutvec, int* len, MPI_Datatype* dptr) {
  unsigned *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i) inout[i] -= in[i];
  (void)dptr;
}
