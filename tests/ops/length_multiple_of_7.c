// type: int64_t
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: where seven divides the length the last seven are left out

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int64_t* a = invec;
  int64_t* b = inoutvec;
  const int rest = *len % 7;
  int i = 0;
  for (; i + 7 < *len; i += 7)
    for (int j = 0; j < 7; ++j) b[i + j] ^= a[i + j];
  for (int j = 0; j < rest; ++j) b[i + j] ^= a[i + j];
}
