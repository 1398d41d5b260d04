// type: unsigned
// function: counted_or
// commute: 1
// gate: each change
// fit: proved
// expect: memory proved; total proved; pure proved; associative proved; commutative proved
// why: counts its calls in a global, on which no result depends

#include <mpi.h>

unsigned long calls_of_counted_or;

void counted_or(void* in, void* inout, int* len, MPI_Datatype* type) {
  unsigned *a = in, *b = inout;
  calls_of_counted_or++;
  for (int i = 0; i < *len; i++) b[i] |= a[i];
  (void)type;
}
