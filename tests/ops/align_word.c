// type: struct{unsigned lo, hi;}
// function: f
// commute: 1
// fit: refuted|unknown
// gate: each change
// expect: aligned refuted|unknown; split-safe proved; associative proved; commutative proved
// why: two words as one that needs more alignment than they have; this processor does not mind

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const uint64_t* a = invec;
  uint64_t* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] |= a[i];
}
