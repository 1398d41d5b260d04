// type: uint32_t
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: the condition at the end

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const uint32_t* a = invec;
  uint32_t* b = inoutvec;
  int n = *len;
  if (n <= 0) return;
  do {
    *b = *a > *b ? *a : *b;
    ++a;
    ++b;
  } while (--n > 0);
}
