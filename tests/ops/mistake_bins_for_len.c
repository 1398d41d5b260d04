// type: int
// function: add_bins
// commute: 1
// expect: memory refuted
// why: always does all eight bins, though the elements of the datatype are single bins

#include <mpi.h>

#define BINS 8

void add_bins(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  int *in = invec, *inout = inoutvec;
  for (int b = 0; b < BINS; ++b) inout[b] |= in[b];
  (void)len;
  (void)type;
}
