// type: int64_t
// function: l1
// commute: 1
// effort: 10
// pre: a >= 0
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent refuted; closed proved
// expect: declared proved
// why: the precondition does away with the magnitudes, and what is left is a sum that may overflow

#include <stdint.h>

static int64_t magnitude(int64_t v) { return v < 0 ? -v : v; }

void l1(void* in, void* inout, int* len, void* type) {
  int64_t *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = magnitude(a[i]) + magnitude(b[i]);
  (void)type;
}
