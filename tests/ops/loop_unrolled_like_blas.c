// type: uint64_t
// function: f
// commute: 1
// fit: proved|unknown
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// why: the rest first, then five at a time

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const uint64_t* a = invec;
  uint64_t* b = inoutvec;
  const int n = *len, rest = n % 5;
  for (int i = 0; i < rest; ++i) b[i] ^= a[i];
  for (int i = rest; i < n; i += 5) {
    b[i] ^= a[i];
    b[i + 1] ^= a[i + 1];
    b[i + 2] ^= a[i + 2];
    b[i + 3] ^= a[i + 3];
    b[i + 4] ^= a[i + 4];
  }
}
