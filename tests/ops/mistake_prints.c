// type: int
// function: loud_max
// commute: 1
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown
// expect: associative proved|unknown; commutative proved|unknown; identity proved|unknown
// expect: idempotent proved|unknown; declared proved|unknown
// why: prints what it does, which is not modelled; the result is right

#include <stdio.h>

void loud_max(void* in, void* inout, int* len, void* type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    if (a[i] > b[i]) {
      fprintf(stderr, "%d replaces %d\n", a[i], b[i]);
      b[i] = a[i];
    }
  }
  (void)type;
}
