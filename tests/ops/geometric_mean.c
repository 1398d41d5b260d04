// type: double
// function: geometric_mean
// commute: 1
// pre: a > 0
// meant: sqrt(a * b)
// effort: 10
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real refuted
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee refuted|unknown, ieee-ordinary refuted|unknown, real refuted|unknown
// expect: idempotent ieee refuted, ieee-ordinary refuted, real proved|unknown
// expect: order ieee proved, ieee-ordinary proved, real proved
// expect: closed ieee refuted, ieee-ordinary refuted, real proved|unknown
// why: a mean of means weighs the last operand most

#include <math.h>
#include <mpi.h>

void geometric_mean(void* in, void* inout, int* len, MPI_Datatype* type) {
  double *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = sqrt(a[i] * b[i]);
  (void)type;
}
