// type: struct{double n, mean, m2;}
// function: merge
// commute: 1
// effort: 10
// pre: a.n > 0
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee refuted, ieee-ordinary refuted, real refuted|unknown
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted|unknown
// expect: identity ieee refuted|unknown, ieee-ordinary refuted|unknown, real refuted|unknown
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// expect: closed ieee proved, ieee-ordinary proved, real proved
// why: the mean is overwritten before the deviation is taken from it

#include <mpi.h>

struct stat {
  double n, mean, m2;
};

void merge(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  struct stat *a = invec, *b = inoutvec;
  for (int i = 0; i < *len; ++i) {
    double n = a[i].n + b[i].n;
    b[i].mean = (a[i].n * a[i].mean + b[i].n * b[i].mean) / n;
    double delta = b[i].mean - a[i].mean;
    b[i].m2 += a[i].m2 + delta * delta * a[i].n * b[i].n / n;
    b[i].n = n;
  }
  (void)type;
}
