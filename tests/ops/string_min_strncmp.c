// type: char[4]
// function: first_name
// commute: 1
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved|unknown; commutative refuted|unknown; identity proved|unknown
// expect: idempotent proved|unknown; declared refuted|unknown
// why: strings that are equal up to their end may differ behind it, and then the right one stays

#include <string.h>

void first_name(void* in, void* inout, int* len, void* type) {
  char *a = in, *b = inout;
  for (int i = 0; i < *len; i++, a += 4, b += 4)
    if (strncmp(a, b, 4) < 0) memcpy(b, a, 4);
  (void)type;
}
