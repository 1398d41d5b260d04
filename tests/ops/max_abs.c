// type: double
// function: max_abs
// commute: 1
// meant: (a < 0 ? -a : a) > (b < 0 ? -b : b) ? a : b
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee refuted, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted, ieee-ordinary proved, real proved
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// expect: order ieee proved, ieee-ordinary proved, real proved
// why: declared commutative, yet of 3 and -3 it keeps the right one

#include <math.h>
#include <mpi.h>

void max_abs(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  double *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i)
    if (fabs(in[i]) > fabs(inout[i])) inout[i] = in[i];
  (void)datatype;
}
