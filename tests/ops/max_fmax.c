// type: double
// function: maximum
// commute: 1
// gate: each change
// expect: memory proved; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative ieee proved|unknown, ieee-ordinary proved, real proved
// expect: commutative ieee-ordinary proved, real proved
// expect: identity ieee proved|unknown, ieee-ordinary proved, real refuted
// expect: idempotent ieee proved|unknown, ieee-ordinary proved, real proved
// why: fmax ignores NaN, and C leaves open which zero is the larger one

#include <math.h>
#include <mpi.h>

void maximum(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  double* in = (double*)invec;
  double* inout = (double*)inoutvec;
  for (int i = 0; i < *len; ++i) inout[i] = fmax(in[i], inout[i]);
  (void)datatype;
}
