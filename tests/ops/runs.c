// type: struct{int first, last; unsigned runs;}
// function: count_runs
// commute: 0
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity refuted; idempotent refuted; declared proved
// why: the number of runs of equal values, less those that go on from left to right

#include <mpi.h>

typedef struct {
  int first, last;
  unsigned runs;
} piece;

void count_runs(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  piece *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i) {
    inout[i].runs += in[i].runs - (in[i].last == inout[i].first ? 1u : 0u);
    inout[i].first = in[i].first;
  }
  (void)type;
}
