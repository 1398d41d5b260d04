// type: uint32_t
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: from 33 elements on the first ones again, and the others never

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const uint32_t* a = invec;
  uint32_t* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i & 31] |= a[i & 31];
}
