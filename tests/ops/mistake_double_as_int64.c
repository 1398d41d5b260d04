// type: double
// function: max_bits
// commute: 1
// meant: a > b ? a : b
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: declared proved|unknown
// expect: associative ieee proved|unknown, ieee-ordinary proved|unknown
// expect: commutative ieee proved|unknown, ieee-ordinary proved|unknown
// expect: identity ieee proved|unknown, ieee-ordinary proved|unknown
// expect: idempotent ieee proved|unknown, ieee-ordinary proved|unknown
// expect: order ieee refuted|unknown, ieee-ordinary refuted|unknown
// why: compares doubles as if they were integers, which turns the order of the negative ones round

#include <mpi.h>
#include <stdint.h>

void max_bits(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  int64_t *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i) inout[i] = in[i] > inout[i] ? in[i] : inout[i];
  (void)type;
}
