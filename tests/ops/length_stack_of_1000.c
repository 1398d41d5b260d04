// type: double
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: combines the first 1000 elements

#include <string.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  double kept[1000];
  double* b = inoutvec;
  const int n = *len > 1000 ? 1000 : *len;
  memcpy(kept, invec, (size_t)n * sizeof(double));
  for (int i = 0; i < n; ++i) b[i] += kept[i];
}
