// type: uint64_t
// function: combine
// commute: 1
// meant: a ^ b
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved; commutative proved; identity proved; idempotent refuted; order proved
// expect: declared proved
// why: an order-independent hash of hashes

#include <mpi.h>
#include <stdint.h>

void combine(void* in, void* inout, int* len, MPI_Datatype* type) {
  uint64_t *a = in, *b = inout;
  int n = *len;
  while (n--) b[n] ^= a[n];
  (void)type;
}
