// type: uint64_t
// function: mul_mod
// commute: 1
// pre: a < 1000000007
// meant: a * b % 1000000007
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved|unknown; commutative proved; identity proved|unknown; idempotent refuted
// expect: order proved; closed proved|unknown; declared proved
// why: the product of two residues fits in 64 bits

#include <mpi.h>
#include <stdint.h>

void mul_mod(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  const uint64_t p = 1000000007;
  uint64_t *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; i++, in++, inout++) *inout = *in * *inout % p;
  (void)type;
}
