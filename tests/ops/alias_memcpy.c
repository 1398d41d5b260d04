// type: float
// function: f
// commute: 1
// fit: proved|refuted|unknown
// gate: each change
// expect: aligned proved; aliasing proved
// why: the bits of a float, as C has it

#include <stdint.h>
#include <string.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const float* a = invec;
  float* b = inoutvec;
  for (int i = 0; i < *len; ++i) {
    uint32_t x, y;
    memcpy(&x, a + i, sizeof x);
    memcpy(&y, b + i, sizeof y);
    x |= y;
    memcpy(b + i, &x, sizeof x);
  }
}
