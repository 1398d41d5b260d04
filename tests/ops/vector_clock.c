// type: uint32_t[3]
// function: merge_clocks
// commute: 1
// gate: each change
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved; commutative proved; identity proved; idempotent proved; declared proved
// why: the join of vector clocks

#include <mpi.h>
#include <stdint.h>

enum { processes = 3 };

void merge_clocks(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  const uint32_t* in = invec;
  uint32_t* inout = inoutvec;
  for (int n = *len; n > 0; n--)
    for (int p = 0; p < processes; p++, in++, inout++) *inout = *in > *inout ? *in : *inout;
  (void)type;
}
