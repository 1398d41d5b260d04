// type: double
// function: max_if_clearly_larger
// commute: 0
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real refuted
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted, ieee-ordinary proved, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// why: being equal within a tolerance is not transitive, so it is not associative

#include <mpi.h>

void max_if_clearly_larger(void* in, void* inout, int* len, MPI_Datatype* type) {
  const double tolerance = 0.5;
  double *a = in, *b = inout;
  for (int i = 0; i < *len; i++)
    if (a[i] > b[i] + tolerance) b[i] = a[i];
  (void)type;
}
