// type: struct{int8_t num; uint8_t den;}
// function: add_reduced
// commute: 1
// expect: memory proved|unknown; total refuted|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative refuted|unknown; commutative proved|unknown; identity refuted|unknown
// expect: idempotent refuted|unknown; declared proved|unknown
// why: reduced fractions of a few bits lose what no longer fits, so it is not associative

#include <stdint.h>

typedef struct {
  int8_t num;
  uint8_t den;
} fraction;

static int gcd(int a, int b) {
  while (b != 0) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a < 0 ? -a : a;
}

void add_reduced(void* in, void* inout, int* len, void* type) {
  fraction *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    int num = a[i].num * b[i].den + b[i].num * a[i].den;
    int den = a[i].den * b[i].den;
    int g = gcd(num, den);
    b[i].num = (int8_t)(num / g);
    b[i].den = (uint8_t)(den / g);
  }
  (void)type;
}
