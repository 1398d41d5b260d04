// type: uint8_t
// function: step
// commute: 0
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity proved; idempotent refuted; declared proved
// why: the transitions of four states packed in a byte, two bits each

#include <stdint.h>

void step(void* in, void* inout, int* len, void* type) {
  uint8_t *f = in, *g = inout;
  for (int i = 0; i < *len; ++i) {
    unsigned both = 0;
    for (unsigned s = 0; s < 4; ++s) {
      unsigned middle = f[i] >> 2 * s & 3;
      both |= (g[i] >> 2 * middle & 3u) << 2 * s;
    }
    g[i] = (uint8_t)both;
  }
  (void)type;
}
