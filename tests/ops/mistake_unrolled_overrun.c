// type: uint32_t
// function: bor
// commute: 1
// expect: memory refuted
// why: two at a time, and where their number is odd one more is read and written

#include <stdint.h>

void bor(void* in, void* inout, int* len, void* type) {
  uint32_t *a = in, *b = inout;
  for (int i = 0; i < *len; i += 2) {
    b[i] |= a[i];
    b[i + 1] |= a[i + 1];
  }
  (void)type;
}
