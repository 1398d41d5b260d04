// type: int[4]
// function: top4
// commute: 1
// pre: a[0] >= a[1] && a[1] >= a[2] && a[2] >= a[3]
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent refuted; closed proved
// expect: declared proved
// why: the four largest of two sorted lists

#include <mpi.h>

#define K 4

void top4(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  int *in = invec, *inout = inoutvec;
  for (int n = 0; n < *len; ++n, in += K, inout += K) {
    int best[K], i = 0, j = 0;
    for (int k = 0; k < K; ++k) best[k] = in[i] >= inout[j] ? in[i++] : inout[j++];
    for (int k = 0; k < K; ++k) inout[k] = best[k];
  }
  (void)type;
}
