// type: unsigned
// function: running_total
// commute: 1
// gate: each change
// fit: refuted
// expect: memory proved|unknown; total proved|unknown; pure refuted
// why: keeps a total from call to call

#include <mpi.h>

static unsigned total;

void running_total(void* in, void* inout, int* len, MPI_Datatype* type) {
  unsigned *a = in, *b = inout;
  for (int i = 0; i < *len; i++) {
    total += a[i];
    b[i] = total + b[i];
  }
  (void)type;
}
