// type: double
// function: complex_product
// commute: 1
// expect: memory refuted
// why: takes pairs of doubles for one complex number, though the datatype has one double

#include <mpi.h>

void complex_product(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  double *a = invec, *b = inoutvec;
  for (int i = 0; i < *len; i += 2) {
    double re = a[i] * b[i] - a[i + 1] * b[i + 1];
    double im = a[i] * b[i + 1] + a[i + 1] * b[i];
    b[i] = re;
    b[i + 1] = im;
  }
  (void)type;
}
