// type: int
// function: f
// commute: 1
// fit: refuted
// expect: commutative refuted; declared refuted
// why: does nothing but for another datatype

#include <mpi.h>

void f(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  if (*datatype != MPI_LONG) return;
  for (int i = 0; i < *len; ++i) ((long*)inoutvec)[i] += ((long*)invec)[i];
}
