// type: double[2]
// function: dd_add
// commute: 1
// effort: 10
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative real proved
// expect: identity ieee refuted|unknown, ieee-ordinary refuted|unknown, real refuted
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: sums of twice the digits round as well

#include <mpi.h>

void dd_add(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  double(*a)[2] = invec;
  double(*b)[2] = inoutvec;
  for (int i = 0; i < *len; ++i) {
    double s = a[i][0] + b[i][0];
    double v = s - a[i][0];
    double e = (a[i][0] - (s - v)) + (b[i][0] - v);
    e += a[i][1] + b[i][1];
    b[i][0] = s + e;
    b[i][1] = e - (b[i][0] - s);
  }
  (void)type;
}
