// type: int
// function: largest_magnitude
// commute: 1
// effort: 10
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity refuted; idempotent proved; declared refuted
// why: abs(INT_MIN) is undefined, so INT_MIN has no identity; and of 3 and -3 the right one stays

#include <stdlib.h>

void largest_magnitude(void* in, void* inout, int* len, void* type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *len; i++)
    if (abs(a[i]) > abs(b[i])) b[i] = a[i];
  (void)type;
}
