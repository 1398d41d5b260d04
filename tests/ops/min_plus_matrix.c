// type: uint16_t[2][2]
// function: shortest
// commute: 0
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved|unknown; commutative refuted; identity proved; idempotent refuted
// expect: declared proved
// why: lengths of shortest paths; a sum stops at the infinity of 65535

#include <stdint.h>

typedef uint16_t matrix[2][2];

static uint16_t plus(uint16_t a, uint16_t b) { return (uint16_t)(a + b > UINT16_MAX ? UINT16_MAX : a + b); }

void shortest(void* in, void* inout, int* len, void* type) {
  matrix *a = in, *b = inout;
  for (int n = 0; n < *len; ++n) {
    matrix c;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        uint16_t one = plus(a[n][i][0], b[n][0][j]), other = plus(a[n][i][1], b[n][1][j]);
        c[i][j] = one < other ? one : other;
      }
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) b[n][i][j] = c[i][j];
  }
  (void)type;
}
