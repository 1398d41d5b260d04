// type: struct{unsigned bins[4]; uint8_t value;}
// function: count_left
// commute: 0
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved|unknown; commutative refuted; identity refuted; idempotent refuted; declared proved
// why: counts the left operand's value in the right one's bins, so where an operand stands matters

#include <stdint.h>

struct histogram {
  unsigned bins[4];
  uint8_t value;
};

void count_left(void* in, void* inout, int* len, void* type) {
  struct histogram *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    for (int k = 0; k < 4; ++k) b[i].bins[k] += a[i].bins[k];
    b[i].bins[a[i].value & 3]++;
  }
  (void)type;
}
