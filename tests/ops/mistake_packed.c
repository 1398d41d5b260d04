// type: struct{char tag; int v;}
// function: sum_tagged
// commute: 1
// expect: memory proved|unknown; split-safe refuted|unknown; pure proved|unknown
// expect: commutative refuted|unknown
// why: the structure is packed and the datatype is not, so it reads padding

#include <mpi.h>

#pragma pack(push, 1)
typedef struct {
  char tag;
  int v;
} tagged;
#pragma pack(pop)

void sum_tagged(void* in, void* inout, int* len, MPI_Datatype* type) {
  tagged *a = in, *b = inout;
  for (int i = 0; i < *len; i++) b[i].v |= a[i].v;
  (void)type;
}
