// type: int
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; aligned proved; aliasing proved; split-safe proved; pure proved
// why: for predefined datatypes only

#include <mpi.h>
#include <stdlib.h>

void f(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  int integers, addresses, types, combiner;
  MPI_Type_get_envelope(*datatype, &integers, &addresses, &types, &combiner);
  if (combiner != MPI_COMBINER_NAMED) abort();
  const int* a = invec;
  int* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] &= a[i];
}
