// type: double
// function: dmax
// commute: 1
// meant: a > b ? a : b
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee refuted, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary proved, real proved
// expect: identity ieee refuted, ieee-ordinary proved, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// expect: order ieee proved, ieee-ordinary proved, real proved
// why: a comparison with NaN is false, so a NaN replaces what is left of it and is replaced by what is right of it

#include <mpi.h>

void dmax(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  double *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; i++) inout[i] = in[i] > inout[i] ? in[i] : inout[i];
  (void)datatype;
}
