// type: int
// function: minimum
// commute: 1
// meant: a < b ? a : b
// expect: memory refuted; total proved|unknown; pure proved|unknown
// expect: order refuted
// why: leaves the result in invec and inoutvec as it was

#include <mpi.h>

void minimum(int* result, int* operand, int* len, MPI_Datatype* type) {
  for (int i = 0; i < *len; ++i)
    if (operand[i] < result[i]) result[i] = operand[i];
  (void)type;
}
