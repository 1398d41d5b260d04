// type: int
// function: imin
// commute: 1
// meant: a < b ? a : b
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent proved; order proved
// expect: declared proved
// why: the minimum of a total order

#include <mpi.h>

#define min(x, y) (((x) < (y)) ? (x) : (y))

void imin(void* in, void* inout, int* len, MPI_Datatype* dtype) {
  int i, *a = (int*)in, *b = (int*)inout;
  for (i = 0; i < *len; i++) b[i] = min(a[i], b[i]);
  (void)dtype;
}
