// type: int
// function: add_ints
// commute: 1
// meant: a + b
// gate: each change
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent refuted; order proved
// expect: declared proved
// why: right wherever no sum overflows, which nothing guarantees

#include <mpi.h>

void add_ints(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  (void)datatype;
  int* in = (int*)invec;
  int* inout = (int*)inoutvec;
  for (int i = 0; i < *len; i++) inout[i] += in[i];
}
