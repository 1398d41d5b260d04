// type: int[2]
// function: merge_pairs
// commute: 1
// expect: memory refuted; total proved|unknown; pure proved|unknown
// why: sorts its operands in place, and one of them is not its own

#include <mpi.h>

static void sort2(int* v) {
  if (v[0] > v[1]) {
    int t = v[0];
    v[0] = v[1];
    v[1] = t;
  }
}

void merge_pairs(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  int *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i, in += 2, inout += 2) {
    sort2(in);
    sort2(inout);
    if (in[0] < inout[0]) inout[0] = in[0];
    if (in[1] > inout[1]) inout[1] = in[1];
  }
  (void)type;
}
