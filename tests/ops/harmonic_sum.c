// type: double
// function: parallel
// commute: 1
// effort: 10
// pre: a > 0
// meant: 1 / (1 / a + 1 / b)
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved|unknown
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee refuted|unknown, ieee-ordinary refuted|unknown, real refuted|unknown
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// expect: order ieee proved, ieee-ordinary proved, real proved
// expect: closed ieee refuted, ieee-ordinary refuted, real proved
// why: resistors in parallel: associative but for rounding

#include <mpi.h>

void parallel(void* in, void* inout, int* len, MPI_Datatype* type) {
  double* r1 = in;
  double* r2 = inout;
  for (int i = 0; i < *len; ++i) r2[i] = 1.0 / (1.0 / r1[i] + 1.0 / r2[i]);
  (void)type;
}
