// type: struct{double v; int i;}
// function: nanargmin
// commute: 1
// effort: 10
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee proved, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary proved, real proved
// expect: identity ieee proved, ieee-ordinary proved, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// why: a NaN is a missing value; only two zeros of the same index tell left from right

#include <math.h>
#include <mpi.h>

typedef struct {
  double v;
  int i;
} item;

static int takes_left(item a, item b) {
  if (isnan(a.v) != isnan(b.v)) return isnan(b.v);
  if (isnan(a.v)) return a.i < b.i;
  return a.v < b.v || (a.v == b.v && a.i < b.i);
}

void nanargmin(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  const item* in = invec;
  item* inout = inoutvec;
  for (int k = 0; k < *len; ++k)
    if (takes_left(in[k], inout[k])) inout[k] = in[k];
  (void)type;
}
