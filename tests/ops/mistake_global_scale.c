// type: double
// function: scaled_sum
// commute: 1
// expect: memory proved|unknown; total proved|unknown; pure unknown
// why: the result depends on a variable that the program may set at any time, and nobody knows whether it does

#include <mpi.h>

double scale = 1;

void scaled_sum(void* in, void* inout, int* len, MPI_Datatype* type) {
  double *a = in, *b = inout;
  for (int i = 0; i < *len; i++) b[i] += scale * a[i];
  (void)type;
}
