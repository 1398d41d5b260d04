// type: uint32_t
// function: add_mod
// commute: 1
// pre: a < 4000000007u
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative proved; identity proved; idempotent refuted; closed proved
// expect: declared proved
// why: the sum of two residues does not fit in 32 bits

#include <stdint.h>

static const uint32_t modulus = 4000000007u;

void add_mod(void* in, void* inout, int* len, void* type) {
  const uint32_t* a = in;
  uint32_t* b = inout;
  for (int i = 0; i < *len; i++) b[i] = (a[i] + b[i]) % modulus;
  (void)type;
}
