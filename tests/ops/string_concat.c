// type: char[6]
// function: concat
// commute: 0
// effort: 10
// pre: a[5] == 0
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved|unknown; commutative refuted; identity refuted; idempotent refuted
// expect: closed proved|unknown; declared proved
// why: strings cut off at five characters; what is behind the end of a string is no identity's to keep

#include <mpi.h>

#define SIZE 6

void concat(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  char *in = invec, *inout = inoutvec;
  for (int n = 0; n < *len; ++n, in += SIZE, inout += SIZE) {
    char both[SIZE] = {0};
    int k = 0;
    for (int i = 0; in[i] != 0; ++i) both[k++] = in[i];
    for (int i = 0; inout[i] != 0 && k < SIZE - 1; ++i) both[k++] = inout[i];
    for (int i = 0; i < SIZE; ++i) inout[i] = both[i];
  }
  (void)type;
}
