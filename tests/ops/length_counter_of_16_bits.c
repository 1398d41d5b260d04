// type: uint8_t
// function: f
// commute: 1
// effort: 10
// fit: refuted
// expect: split-safe refuted
// why: the length modulo 65536

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const uint8_t* a = invec;
  uint8_t* b = inoutvec;
  const unsigned short n = (unsigned short)*len;
  for (int i = 0; i < n; ++i) b[i] ^= a[i];
}
