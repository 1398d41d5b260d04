// type: unsigned
// function: max_by_copy
// commute: 1
// gate: each change
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved|unknown; commutative proved|unknown; identity proved|unknown
// expect: idempotent proved|unknown; declared proved|unknown
// why: works in memory of its own

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

void max_by_copy(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  size_t bytes = (size_t)*len * sizeof(unsigned);
  unsigned *copy = malloc(bytes), *inout = inoutvec;
  if (copy == NULL) abort();
  memcpy(copy, invec, bytes);
  for (int i = 0; i < *len; ++i)
    if (inout[i] > copy[i]) copy[i] = inout[i];
  memcpy(inoutvec, copy, bytes);
  free(copy);
  (void)type;
}
