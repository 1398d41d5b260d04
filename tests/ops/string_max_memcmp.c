// type: char[6]
// function: max_name
// commute: 1
// gate: each change
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved|unknown; commutative proved|unknown; identity proved|unknown
// expect: idempotent proved|unknown; declared proved|unknown
// why: bytes in the order of memcmp are totally ordered

#include <mpi.h>
#include <string.h>

typedef char name[6];

void max_name(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  name *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; i++)
    if (memcmp(in[i], inout[i], sizeof(name)) > 0) memcpy(inout[i], in[i], sizeof(name));
  (void)type;
}
