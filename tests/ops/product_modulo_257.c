// type: uint16_t
// function: mul_mod_257
// commute: 1
// pre: a < 257
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved|unknown; commutative proved; identity proved|unknown; idempotent refuted
// expect: closed proved|unknown; declared proved
// why: the product of two residues fits in an int

#include <stdint.h>

void mul_mod_257(void* in, void* inout, int* len, void* type) {
  uint16_t *a = in, *b = inout;
  for (int i = *len - 1; i >= 0; --i) b[i] = (uint16_t)(a[i] * b[i] % 257);
  (void)type;
}
