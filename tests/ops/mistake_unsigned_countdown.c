// type: int
// function: minimum
// commute: 1
// expect: memory refuted
// why: an unsigned index is never below zero, so the loop runs out of the vector

#include <mpi.h>

void minimum(void* in, void* inout, int* len, MPI_Datatype* type) {
  int *a = in, *b = inout;
  for (unsigned i = (unsigned)*len - 1; i >= 0; --i)
    if (a[i] < b[i]) b[i] = a[i];
  (void)type;
}
