// type: struct{int v; int i;}
// function: max_any
// commute: 1
// expect: memory proved|unknown; total proved|unknown; pure refuted|unknown
// expect: commutative refuted|unknown; declared refuted|unknown
// why: draws which of two equal values wins

#include <stdlib.h>

struct item {
  int v, i;
};

void max_any(void* in, void* inout, int* len, void* type) {
  struct item *a = in, *b = inout;
  for (int k = 0; k < *len; k++)
    if (a[k].v > b[k].v || (a[k].v == b[k].v && rand() % 2)) b[k] = a[k];
  (void)type;
}
