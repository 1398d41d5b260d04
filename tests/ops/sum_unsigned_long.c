// type: unsigned long
// function: wrapping_sum
// commute: 1
// meant: a + b
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved; commutative proved; identity proved; idempotent refuted; order proved
// expect: declared proved
// why: arithmetic modulo 2^64

#include <mpi.h>

void wrapping_sum(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  unsigned long *in = invec, *out = inoutvec, *end = in + *len;
  (void)datatype;
  while (in != end) *out++ += *in++;
}
