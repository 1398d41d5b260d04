// type: int
// function: wrapping_add
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent refuted; declared proved
// why: adds as unsigned, so that it wraps around instead of overflowing

#include <mpi.h>

void wrapping_add(void* in, void* inout, int* len, MPI_Datatype* type) {
  for (int i = 0; i < *len; ++i) {
    unsigned a = (unsigned)((int*)in)[i];
    unsigned b = (unsigned)((int*)inout)[i];
    ((int*)inout)[i] = (int)(a + b);
  }
  (void)type;
}
