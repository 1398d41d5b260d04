// type: struct{int n; int v[3];}
// function: merge_lists
// commute: 1
// pre: a.n >= 0 && a.n <= 3 && (a.n < 2 || a.v[0] <= a.v[1]) && (a.n < 3 || a.v[1] <= a.v[2])
// effort: 40
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved|unknown; commutative proved; identity refuted; idempotent refuted
// expect: closed proved|unknown; declared proved
// why: the three smallest of two sorted lists; what is behind the end of a list is no identity's to keep

#include <mpi.h>

typedef struct {
  int n;
  int v[3];
} list;

static list merge(const list* a, const list* b) {
  list r = {0, {0}};
  int i = 0, j = 0;
  while (r.n < 3 && (i < a->n || j < b->n)) {
    if (j == b->n || (i < a->n && a->v[i] <= b->v[j]))
      r.v[r.n++] = a->v[i++];
    else
      r.v[r.n++] = b->v[j++];
  }
  return r;
}

void merge_lists(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  list *in = invec, *inout = inoutvec;
  for (int k = 0; k < *len; ++k) inout[k] = merge(&in[k], &inout[k]);
  (void)type;
}
