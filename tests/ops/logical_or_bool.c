// type: bool
// function: any
// commute: 1
// meant: a || b
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent proved; order proved
// expect: declared proved
// why: truth values proper

#include <mpi.h>
#include <stdbool.h>

void any(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  bool *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i) inout[i] = in[i] || inout[i];
  (void)type;
}
