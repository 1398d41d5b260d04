// type: double _Complex
// function: zmul
// commute: 1
// effort: 40
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: declared proved|unknown
// expect: associative ieee refuted|unknown, ieee-ordinary refuted|unknown, real proved|unknown
// expect: commutative ieee proved|unknown, ieee-ordinary proved|unknown, real proved|unknown
// expect: identity ieee refuted|unknown, ieee-ordinary refuted, real proved|unknown
// expect: idempotent ieee refuted|unknown, ieee-ordinary refuted|unknown, real refuted|unknown
// why: the product of C, which recovers infinities from NaN
// why: 1 is no identity where an infinity meets 0

#include <complex.h>
#include <mpi.h>

void zmul(void* invec, void* inoutvec, int* len, MPI_Datatype* dptr) {
  double complex *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; i++) inout[i] = in[i] * inout[i];
  (void)dptr;
}
