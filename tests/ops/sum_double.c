// type: double
// function: sum
// commute: 1
// meant: a + b
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee proved, ieee-ordinary proved, real proved
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// expect: order ieee proved, ieee-ordinary proved, real proved
// why: the sum of doubles, which rounds; its identity is -0, not 0

#include <mpi.h>

void sum(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  double* in = invec;
  double* inout = inoutvec;
  for (int i = 0; i < *len; i++) inout[i] = in[i] + inout[i];
  (void)datatype;
}
