// type: uint8_t
// function: power
// commute: 0
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative refuted|unknown; commutative refuted|unknown; identity refuted|unknown
// expect: idempotent refuted|unknown; declared proved
// why: a power modulo 256 is neither associative nor commutative, and 1 is only a right identity

#include <stdint.h>

static uint8_t pow_by_squaring(uint8_t base, uint8_t exponent) {
  uint8_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = (uint8_t)(result * base);
    base = (uint8_t)(base * base);
  }
  return result;
}

void power(void* in, void* inout, int* len, void* type) {
  uint8_t *a = in, *b = inout;
  for (int i = 0; i < *len; i++) b[i] = pow_by_squaring(a[i], b[i]);
  (void)type;
}
