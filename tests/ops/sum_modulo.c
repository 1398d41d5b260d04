// type: uint32_t
// function: add_mod
// commute: 1
// pre: a < 1000003
// meant: (a + b) % 1000003
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent refuted; order proved
// expect: closed proved; declared proved
// why: residues stay below the modulus, so no sum wraps around

#include <stdint.h>

#define MODULUS 1000003u

void add_mod(void* in, void* inout, int* len, void* type) {
  uint32_t* a = in;
  uint32_t* b = inout;
  for (int i = 0; i < *len; ++i) b[i] = (a[i] + b[i]) % MODULUS;
  (void)type;
}
