// type: int32_t
// function: f
// commute: 1
// fit: refuted
// effort: 40
// expect: total refuted
// why: a counter of 8 bits never reaches 256

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int32_t* a = invec;
  int32_t* b = inoutvec;
  for (uint8_t i = 0; i < *len; ++i) b[i] |= a[i];
}
