// type: struct{double n, mean, m2;}
// function: merge_moments
// commute: 1
// pre: a.n > 0
// effort: 10
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved|unknown
// expect: commutative ieee refuted, ieee-ordinary refuted, real proved|unknown
// expect: identity ieee refuted|unknown, ieee-ordinary refuted|unknown, real refuted|unknown
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// expect: closed ieee proved, ieee-ordinary proved, real proved
// why: count, mean and sum of squared deviations after Chan: right over the reals; commutative but for rounding

#include <mpi.h>

typedef struct {
  double n, mean, m2;
} moments;

void merge_moments(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  moments *a = invec, *b = inoutvec;
  for (int i = 0; i < *len; ++i) {
    double n = a[i].n + b[i].n;
    double delta = b[i].mean - a[i].mean;
    double mean = a[i].mean + delta * b[i].n / n;
    b[i].m2 = a[i].m2 + b[i].m2 + delta * delta * a[i].n * b[i].n / n;
    b[i].mean = mean;
    b[i].n = n;
  }
  (void)type;
}
