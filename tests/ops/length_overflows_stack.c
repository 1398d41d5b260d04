// type: unsigned
// function: max_in_copy
// commute: 1
// fit: unknown|refuted
// expect: memory unknown|refuted
// why: copies the vector to the stack, which ends at 8 MiB

#include <string.h>

void max_in_copy(void* invec, void* inoutvec, int* len, void* datatype) {
  unsigned *a = invec, *b = inoutvec;
  int n = *len;
  if (n <= 0) return;
  unsigned copy[n];
  for (int i = 0; i < n; i++) copy[i] = a[i] > b[i] ? a[i] : b[i];
  memcpy(b, copy, n * sizeof *b);
}
