// type: int
// function: all
// commute: 1
// meant: a && b
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity refuted; idempotent refuted; order proved
// expect: declared proved
// why: what is true becomes 1, so 2 has no identity and is not idempotent

#include <mpi.h>

void all(void* in, void* inout, int* len, MPI_Datatype* type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = a[i] && b[i];
  (void)type;
}
