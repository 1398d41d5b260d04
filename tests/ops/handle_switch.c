// type: int
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; aligned proved; aliasing proved; split-safe proved; pure proved
// why: dispatches on the datatype, and asserts that it is one that it knows

#include <assert.h>
#include <mpi.h>

void f(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  if (*datatype == MPI_DOUBLE) {
    for (int i = 0; i < *len; ++i) ((double*)inoutvec)[i] += ((double*)invec)[i];
  } else {
    assert(*datatype == MPI_INT);
    for (int i = 0; i < *len; ++i)
      if (((int*)invec)[i] > ((int*)inoutvec)[i]) ((int*)inoutvec)[i] = ((int*)invec)[i];
  }
}
