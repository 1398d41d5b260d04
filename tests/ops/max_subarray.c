// type: struct{int sum, prefix, suffix, best;}
// function: join
// commute: 0
// effort: 10
// gate: each change
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative proved|unknown; commutative refuted; identity refuted|unknown; idempotent refuted
// expect: declared proved
// why: the largest sum of a run of neighbours; right wherever no sum overflows

#include <mpi.h>

typedef struct {
  int sum, prefix, suffix, best;
} segment;

static int max(int a, int b) { return a > b ? a : b; }

void join(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  segment *l = invec, *r = inoutvec;
  for (int i = 0; i < *len; ++i) {
    segment s;
    s.sum = l[i].sum + r[i].sum;
    s.prefix = max(l[i].prefix, l[i].sum + r[i].prefix);
    s.suffix = max(r[i].suffix, r[i].sum + l[i].suffix);
    s.best = max(max(l[i].best, r[i].best), l[i].suffix + r[i].prefix);
    r[i] = s;
  }
  (void)type;
}
