// type: double
// function: last_valid
// commute: 0
// meant: b != b ? a : b
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee proved, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee proved, ieee-ordinary refuted, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// expect: order ieee proved, ieee-ordinary proved, real proved
// why: NaN stands for a missing value and is the identity; without NaN there is none

#include <math.h>
#include <mpi.h>

void last_valid(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  double *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i)
    if (isnan(inout[i])) inout[i] = in[i];
  (void)type;
}
