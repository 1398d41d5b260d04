// type: unsigned[4]
// function: intersect
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent proved; declared proved
// why: sets of 128 as bits

#include <mpi.h>

#define WORDS 4

void intersect(void* in, void* inout, int* len, MPI_Datatype* type) {
  unsigned(*a)[WORDS] = in;
  unsigned(*b)[WORDS] = inout;
  int i, w;
  for (i = 0; i < *len; i++)
    for (w = 0; w < WORDS; w++) b[i][w] &= a[i][w];
  (void)type;
}
