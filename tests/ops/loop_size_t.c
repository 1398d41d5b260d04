// type: unsigned
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: an index of 64 bits that is compared by !=

#include <stddef.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  const size_t n = (size_t)*len;
  for (size_t i = 0; i != n; i++) b[i] = a[i] > b[i] ? a[i] : b[i];
}
