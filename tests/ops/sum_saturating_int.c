// type: int32_t
// function: saturating_sum
// commute: 1
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative proved; identity proved; idempotent refuted; declared proved
// why: never overflows, but clamping forgets by how much it clamped: (MAX + 1) - 1 is not MAX + (1 - 1)

#include <stdint.h>

static int32_t clamp(int64_t v) {
  if (v > INT32_MAX) return INT32_MAX;
  if (v < INT32_MIN) return INT32_MIN;
  return (int32_t)v;
}

void saturating_sum(void* in, void* inout, int* len, void* type) {
  const int32_t* a = in;
  int32_t* b = inout;
  for (int i = 0; i < *len; ++i) b[i] = clamp((int64_t)a[i] + b[i]);
  (void)type;
}
