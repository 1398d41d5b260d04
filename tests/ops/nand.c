// type: uint32_t
// function: nand
// commute: 1
// meant: ~(a & b)
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative proved; identity refuted; idempotent refuted; order proved
// expect: declared proved
// why: commutative and not associative

#include <stdint.h>

void nand(void* in, void* inout, int* len, void* type) {
  uint32_t *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = ~(a[i] & b[i]);
  (void)type;
}
