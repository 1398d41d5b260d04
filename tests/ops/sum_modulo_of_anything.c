// type: uint32_t
// function: add_mod
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative proved; identity refuted; idempotent refuted; declared proved
// why: nothing says that the operands are residues: sums wrap around, and what is above the modulus has no identity

#include <stdint.h>

#define MODULUS 1000003u

void add_mod(void* in, void* inout, int* len, void* type) {
  uint32_t* a = in;
  uint32_t* b = inout;
  for (int i = 0; i < *len; ++i) b[i] = (a[i] + b[i]) % MODULUS;
  (void)type;
}
