// type: double
// function: minmod
// commute: 1
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee proved, ieee-ordinary proved, real proved
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee refuted, ieee-ordinary refuted, real refuted
// expect: idempotent ieee refuted, ieee-ordinary proved, real proved
// why: the median of a, b and 0 is associative; NaN counts as 0

#include <mpi.h>

static double minmod2(double a, double b) {
  if (a > 0 && b > 0) return a < b ? a : b;
  if (a < 0 && b < 0) return a > b ? a : b;
  return 0;
}

void minmod(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  double *in = invec, *inout = inoutvec;
  (void)type;
  for (int k = 0; k < *len; ++k) inout[k] = minmod2(in[k], inout[k]);
}
