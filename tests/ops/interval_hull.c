// type: struct{int lo, hi;}
// function: hull
// commute: 1
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity refuted; idempotent proved; declared refuted
// why: the smallest interval around both; an interval that ends before it begins is empty, and the last empty one stays

#include <mpi.h>

typedef struct {
  int lo, hi;
} interval;

void hull(void* in, void* inout, int* len, MPI_Datatype* type) {
  interval *a = in, *b = inout;
  for (int i = 0; i < *len; ++i, ++a, ++b) {
    if (a->lo > a->hi) continue;
    if (b->lo > b->hi) {
      *b = *a;
      continue;
    }
    if (a->lo < b->lo) b->lo = a->lo;
    if (a->hi > b->hi) b->hi = a->hi;
  }
  (void)type;
}
