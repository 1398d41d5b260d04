// type: uint32_t
// function: f
// commute: 1
// fit: proved
// expect: aligned proved; aliasing proved; associative proved; commutative proved
// why: the larger of each byte, by a union, as C has it

#include <stdint.h>

union bits {
  uint32_t word;
  unsigned char bytes[4];
};

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const uint32_t* a = invec;
  uint32_t* b = inoutvec;
  for (int i = 0; i < *len; ++i) {
    union bits x, y;
    x.word = a[i];
    y.word = b[i];
    for (int j = 0; j < 4; ++j)
      if (x.bytes[j] > y.bytes[j]) y.bytes[j] = x.bytes[j];
    b[i] = y.word;
  }
}
