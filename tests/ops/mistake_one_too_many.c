// type: int
// function: maximum
// commute: 1
// gate: each change
// expect: memory refuted
// why: the loop goes on to element *len

#include <mpi.h>

void maximum(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  int *in = invec, *inout = inoutvec;
  for (int i = 0; i <= *len; i++)
    if (in[i] > inout[i]) inout[i] = in[i];
  (void)type;
}
