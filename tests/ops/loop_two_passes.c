// type: uint32_t
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: x | y as ~(~y & ~x), in two passes

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const uint32_t* a = invec;
  uint32_t* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] = ~b[i];
  for (int i = 0; i < *len; ++i) b[i] = ~(b[i] & ~a[i]);
}
