// type: uint64_t
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: a vector of 8192 elements has 65536 bytes, and that is 0 here

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned char* a = invec;
  unsigned char* b = inoutvec;
  const uint16_t bytes = (uint16_t)(*len * 8);
  for (uint16_t i = 0; i < bytes; ++i) b[i] |= a[i];
}
