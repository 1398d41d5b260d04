// type: double[4]
// function: transform
// commute: 1
// effort: 10
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted|unknown, ieee-ordinary refuted, real proved
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: declared commutative, which products of matrices are not
// why: 1 is no identity where an infinity meets 0

#include <mpi.h>

void transform(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  double *a = invec, *b = inoutvec;
  for (int n = 0; n < *len; ++n, a += 4, b += 4) {
    double c0 = a[0] * b[0] + a[1] * b[2], c1 = a[0] * b[1] + a[1] * b[3];
    double c2 = a[2] * b[0] + a[3] * b[2], c3 = a[2] * b[1] + a[3] * b[3];
    b[0] = c0;
    b[1] = c1;
    b[2] = c2;
    b[3] = c3;
  }
  (void)datatype;
}
