// type: int
// function: subtract
// commute: 0
// effort: 10
// meant: a - b
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative refuted; commutative refuted; identity refuted; idempotent refuted; order proved
// expect: declared proved
// why: a subtraction is no reduction: it is not associative

#include <mpi.h>

void subtract(void* invec, void* inoutvec, int* len, MPI_Datatype* dptr) {
  int i;
  int* in = (int*)invec;
  int* inout = (int*)inoutvec;
  for (i = 0; i < *len; ++i) {
    *inout = *in - *inout;
    in++;
    inout++;
  }
  (void)dptr;
}
