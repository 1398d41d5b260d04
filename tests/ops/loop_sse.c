// type: double
// function: f
// commute: 1
// fit: proved|unknown
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown
// why: two at a time by SSE2, where no alignment is needed

#include <immintrin.h>

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const double* a = invec;
  double* b = inoutvec;
  int i = 0;
  for (; i + 2 <= *len; i += 2) _mm_storeu_pd(b + i, _mm_add_pd(_mm_loadu_pd(a + i), _mm_loadu_pd(b + i)));
  for (; i < *len; ++i) b[i] = a[i] + b[i];
}
