// type: int
// function: sum
// commute: 1
// effort: 10
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative refuted; commutative proved; identity refuted; idempotent refuted; declared proved
// why: a float has 24 bits, so sums of large ints round, and 2^31 does not fit back

#include <mpi.h>

void sum(void* in, void* inout, int* len, MPI_Datatype* type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = (int)((float)a[i] + (float)b[i]);
  (void)type;
}
