// type: uint16_t
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: sixteen at a time, and the last lane gets a bit that nobody has

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const uint16_t* a = invec;
  uint16_t* b = inoutvec;
  int i = 0;
  for (; i + 16 <= *len; i += 16)
    for (int lane = 0; lane < 16; ++lane)
      b[i + lane] = (uint16_t)(b[i + lane] | a[i + (lane & 7) + (lane & 8)] | (lane == 15));
  for (; i < *len; ++i) b[i] |= a[i];
}
