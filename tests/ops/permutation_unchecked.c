// type: uint8_t[4]
// function: permute
// commute: 0
// expect: memory refuted
// why: an element that is no permutation makes it read outside of the vector

#include <stdint.h>
#include <string.h>

void permute(void* in, void* inout, int* len, void* type) {
  for (int n = 0; n < *len; ++n) {
    uint8_t *first = (uint8_t*)in + 4 * n, *then = (uint8_t*)inout + 4 * n, both[4];
    for (int i = 0; i < 4; ++i) both[i] = then[first[i]];
    memcpy(then, both, 4);
  }
  (void)type;
}
