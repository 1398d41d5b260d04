// type: uint32_t
// function: f
// commute: 1
// effort: 10
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: up to a pointer to the end

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const uint32_t *a = invec, *end = a + *len;
  for (uint32_t* b = inoutvec; a != end; ++a, ++b) *b |= *a;
}
