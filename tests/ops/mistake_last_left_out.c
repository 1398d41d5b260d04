// type: uint64_t
// function: bxor
// commute: 1
// expect: memory proved|unknown; total proved|unknown; split-safe refuted; pure proved|unknown
// expect: associative proved; commutative refuted; identity refuted; idempotent proved; declared refuted
// why: two at a time, and where their number is odd the last one is left out

#include <stdint.h>

void bxor(void* in, void* inout, int* len, void* type) {
  uint64_t *a = in, *b = inout;
  for (int i = 0; i + 1 < *len; i += 2) {
    b[i] ^= a[i];
    b[i + 1] ^= a[i + 1];
  }
  (void)type;
}
