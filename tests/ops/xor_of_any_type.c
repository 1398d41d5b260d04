// type: int[3]
// function: xor_bytes
// commute: 1
// gate: each change
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved|unknown; commutative proved|unknown; identity proved|unknown
// expect: idempotent refuted|unknown; declared proved|unknown
// why: asks the datatype for its size and works on bytes

#include <mpi.h>

void xor_bytes(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  int size;
  MPI_Type_size(*datatype, &size);
  unsigned char *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len * size; ++i) inout[i] = inout[i] ^ in[i];
}
