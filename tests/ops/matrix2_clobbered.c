// type: unsigned[2][2]
// function: matmul
// commute: 0
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative refuted; identity refuted; idempotent refuted; declared proved
// why: overwrites entries of inoutvec that it still needs

#include <mpi.h>

typedef unsigned matrix[2][2];

void matmul(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  matrix *a = invec, *b = inoutvec;
  for (int n = 0; n < *len; n++)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) b[n][i][j] = a[n][i][0] * b[n][0][j] + a[n][i][1] * b[n][1][j];
  (void)type;
}
