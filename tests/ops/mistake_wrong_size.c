// type: struct{float v; int i;}
// function: maxloc
// commute: 1
// expect: memory refuted
// why: takes floats for doubles, so its elements are twice as long as those of the datatype

#include <mpi.h>

typedef struct {
  double v;
  int i;
} double_int;

void maxloc(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  double_int *in = invec, *inout = inoutvec;
  for (int k = 0; k < *len; ++k)
    if (in[k].v > inout[k].v) inout[k] = in[k];
  (void)type;
}
