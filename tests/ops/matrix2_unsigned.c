// type: unsigned[2][2]
// function: matmul
// commute: 0
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity proved; idempotent refuted; declared proved
// why: 2x2 matrices modulo 2^32, as for Fibonacci numbers

#include <mpi.h>
#include <string.h>

typedef unsigned matrix[2][2];

void matmul(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  matrix *a = invec, *b = inoutvec, c;
  for (int n = 0; n < *len; n++) {
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) c[i][j] = a[n][i][0] * b[n][0][j] + a[n][i][1] * b[n][1][j];
    memcpy(b[n], c, sizeof c);
  }
  (void)type;
}
