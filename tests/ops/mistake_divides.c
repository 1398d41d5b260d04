// type: int
// function: quotient
// commute: 0
// meant: a / b
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative refuted; commutative refuted; identity refuted; idempotent refuted; order proved
// expect: declared proved
// why: a division by zero, and of INT_MIN by -1

#include <mpi.h>

void quotient(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  int *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i) inout[i] = in[i] / inout[i];
  (void)type;
}
