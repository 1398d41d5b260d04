// type: uint16_t
// function: lcm
// commute: 1
// pre: a > 0 && 5040 % a == 0
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved|unknown; commutative proved|unknown; identity proved|unknown
// expect: idempotent proved|unknown; closed proved|unknown; declared proved|unknown
// why: the least common multiple of divisors of 5040 is one again

#include <stdint.h>

static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }

void lcm(void* in, void* inout, int* len, void* type) {
  uint16_t *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = (uint16_t)(a[i] / gcd(a[i], b[i]) * b[i]);
  (void)type;
}
