// type: double
// function: average
// commute: 1
// meant: (a + b) / 2
// effort: 40
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real refuted
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee refuted, ieee-ordinary refuted, real refuted
// expect: idempotent ieee refuted, ieee-ordinary refuted, real proved
// expect: order ieee proved, ieee-ordinary proved, real proved
// why: an average of averages weighs the last operand most

#include <mpi.h>

void average(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  double* a = (double*)invec;
  double* b = (double*)inoutvec;
  for (int i = 0; i < *len; i++) b[i] = 0.5 * (a[i] + b[i]);
  (void)datatype;
}
