// type: struct{short flags; int64_t mask;}
// function: and_bytes
// commute: 1
// expect: memory proved|unknown; split-safe refuted|unknown
// expect: commutative refuted|unknown; declared refuted|unknown
// why: the size of a datatype leaves out the padding, which its extent has

#include <mpi.h>

void and_bytes(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  int size;
  MPI_Type_size(*datatype, &size);
  char *in = invec, *inout = inoutvec;
  int n = *len * size;
  for (; n > 0; --n) *inout++ &= *in++;
}
