// type: int32_t
// function: f
// commute: 1
// effort: 10
// fit: refuted
// expect: split-safe refuted
// why: of 257 elements one is combined

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int32_t* a = invec;
  int32_t* b = inoutvec;
  const uint8_t n = (uint8_t)*len;
  for (uint8_t i = 0; i < n; ++i) b[i] &= a[i];
}
