// type: struct{double v; int i;}
// function: argmin
// commute: 1
// effort: 10
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee proved, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary proved, real proved
// expect: identity ieee proved, ieee-ordinary proved, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// why: a NaN wins and of several the one of the smallest index, as in numpy; zeros of the same index break it

#include <mpi.h>

typedef struct {
  double v;
  int i;
} item;

void argmin(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  item *a = invec, *b = inoutvec;
  (void)type;
  for (int k = 0; k < *len; ++k) {
    int a_nan = a[k].v != a[k].v, b_nan = b[k].v != b[k].v;
    int tie = (a_nan && b_nan) || a[k].v == b[k].v;
    if (tie ? a[k].i < b[k].i : a_nan || (!b_nan && a[k].v < b[k].v)) b[k] = a[k];
  }
}
