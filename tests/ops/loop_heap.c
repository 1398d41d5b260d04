// type: unsigned
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: works in memory of its own and copies the result

#include <stdlib.h>
#include <string.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const size_t bytes = (size_t)*len * sizeof(unsigned);
  unsigned *copy = malloc(bytes), *b = inoutvec;
  memcpy(copy, invec, bytes);
  for (int i = 0; i < *len; ++i) copy[i] |= b[i];
  memcpy(inoutvec, copy, bytes);
  free(copy);
}
