// type: unsigned[8]
// function: add_histograms
// commute: 1
// gate: each change
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved; commutative proved; identity proved; idempotent refuted; declared proved
// why: bins that count modulo 2^32

#include <mpi.h>

#define BINS 8

void add_histograms(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  unsigned *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len * BINS; i++) inout[i] += in[i];
  (void)type;
}
