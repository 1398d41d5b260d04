// type: uint64_t
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: byte by byte

#include <stddef.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned char* a = invec;
  unsigned char* b = inoutvec;
  const size_t bytes = (size_t)*len * 8;
  for (size_t i = 0; i < bytes; ++i) b[i] |= a[i];
}
