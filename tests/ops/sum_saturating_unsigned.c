// type: uint8_t
// function: add_pixels
// commute: 1
// effort: 10
// meant: a + b > 255 ? 255 : a + b
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved; commutative proved; identity proved; idempotent refuted; order proved
// expect: declared proved
// why: unsigned sums that stop at the top are associative

#include <stdint.h>

typedef int MPI_Datatype;

void add_pixels(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  uint8_t *src = invec, *dst = inoutvec;
  int n = *len;
  (void)type;
  while (n-- > 0) {
    uint8_t sum = (uint8_t)(*src++ + *dst);
    if (sum < *dst) sum = 255;
    *dst++ = sum;
  }
}
