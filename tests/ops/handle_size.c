// type: uint64_t
// function: f
// commute: 1
// fit: proved
// gate: each change
// expect: memory proved; total proved; aligned proved; aliasing proved; split-safe proved; pure proved
// why: byte by byte, as many as the datatype has

#include <mpi.h>

void f(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  int size;
  MPI_Type_size(*datatype, &size);
  const unsigned char* a = invec;
  unsigned char* b = inoutvec;
  for (long i = 0; i < (long)*len * size; ++i) b[i] |= a[i];
}
