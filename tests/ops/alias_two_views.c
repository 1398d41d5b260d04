// type: int32_t
// function: f
// commute: 1
// fit: refuted|unknown
// expect: aliasing refuted|unknown
// why: writes an integer as a float, and expects to read what it wrote

#include <stdint.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int32_t* a = invec;
  int32_t* b = inoutvec;
  for (int i = 0; i < *len; ++i) {
    float* view = (float*)&b[i];
    const int32_t before = b[i];
    *view = 0;
    b[i] = b[i] == before ? before : (before | a[i]);
  }
}
