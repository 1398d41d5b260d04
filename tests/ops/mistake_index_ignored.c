// type: struct{double v; int i;}
// function: minloc
// commute: 0
// expect: memory proved|unknown; total proved|unknown; split-safe refuted; pure proved|unknown; declared proved
// expect: associative ieee refuted, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted, ieee-ordinary refuted, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// why: the loop compares the first elements over and over

#include <mpi.h>

typedef struct {
  double v;
  int i;
} pair;

void minloc(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  pair *in = invec, *inout = inoutvec;
  for (int k = 0; k < *len; ++k) {
    if (in->v <= inout->v) *inout = *in;
  }
  (void)datatype;
}
