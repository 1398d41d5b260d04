// type: double
// function: product
// commute: 1
// effort: 10
// meant: a * b
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee proved, ieee-ordinary proved, real proved
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// expect: order ieee proved, ieee-ordinary proved, real proved
// why: the product of doubles, which rounds

#include <mpi.h>

void product(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  double* in = invec;
  double* inout = inoutvec;
  int n = *len;
  while (n--) *inout++ *= *in++;
  (void)datatype;
}
