// type: uint64_t
// function: union_of_sets
// commute: 1
// meant: a | b
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent proved; order proved
// expect: declared proved
// why: sets as bits

#include <stdint.h>

void union_of_sets(void* in, void* inout, int* len, void* type) {
  const uint64_t* a = in;
  uint64_t* b = inout;
  for (int i = 0; i < *len; ++i) b[i] |= a[i];
  (void)type;
}
