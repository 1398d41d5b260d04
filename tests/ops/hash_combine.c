// type: uint32_t
// function: hash_combine
// commute: 1
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative refuted; identity refuted; idempotent refuted; declared refuted
// why: mixes the left hash into the right one: neither associative nor commutative

#include <stdint.h>

static uint32_t mix(uint32_t seed, uint32_t value) { return seed ^ (value + 0x9e3779b9u + (seed << 6) + (seed >> 2)); }

void hash_combine(void* in, void* inout, int* len, void* type) {
  uint32_t *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = mix(a[i], b[i]);
  (void)type;
}
