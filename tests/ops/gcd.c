// type: uint8_t
// function: gcd
// commute: 1
// gate: each change
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved|unknown; commutative proved|unknown; identity proved|unknown
// expect: idempotent proved|unknown; declared proved|unknown
// why: the greatest common divisor with gcd(0, x) = x; the loop is over after at most 12 steps

#include <stdint.h>

void gcd(void* in, void* inout, int* len, void* type) {
  uint8_t *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    uint8_t x = a[i], y = b[i];
    while (y != 0) {
      uint8_t rest = x % y;
      x = y;
      y = rest;
    }
    b[i] = x;
  }
  (void)type;
}
