// type: unsigned
// function: f
// commute: 1
// fit: proved|unknown
// expect: memory proved|unknown; split-safe proved|unknown
// why: goes on by the extent of the datatype

#include <mpi.h>

void f(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  MPI_Aint low, extent;
  MPI_Type_get_extent(*datatype, &low, &extent);
  const char* a = invec;
  char* b = inoutvec;
  for (int i = 0; i < *len; ++i, a += extent, b += extent) *(unsigned*)b += *(const unsigned*)a;
}
