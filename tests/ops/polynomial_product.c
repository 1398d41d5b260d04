// type: unsigned[4]
// function: multiply_series
// commute: 1
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent refuted; declared proved
// why: power series modulo x^4 with coefficients modulo 2^32

#include <mpi.h>

enum { N = 4 };

void multiply_series(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  unsigned *a = invec, *b = inoutvec;
  for (int e = 0; e < *len; ++e, a += N, b += N) {
    for (int k = N - 1; k >= 0; --k) {
      unsigned sum = 0;
      for (int i = 0; i <= k; ++i) sum += a[i] * b[k - i];
      b[k] = sum;
    }
  }
  (void)type;
}
