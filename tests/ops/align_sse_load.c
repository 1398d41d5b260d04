// type: float
// function: f
// commute: 1
// fit: refuted
// expect: total refuted
// why: loads that need an alignment of 16 bytes, of floats that MPI may place at any four

#include <immintrin.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const float* a = invec;
  float* b = inoutvec;
  int i = 0;
  for (; i + 4 <= *len; i += 4) _mm_store_ps(b + i, _mm_add_ps(_mm_load_ps(a + i), _mm_load_ps(b + i)));
  for (; i < *len; ++i) b[i] = a[i] + b[i];
}
