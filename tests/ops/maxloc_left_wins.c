// type: struct{double v; int i;}
// function: max_with_index
// commute: 1
// meant: a.v >= b.v ? a : b
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee refuted, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted, ieee-ordinary refuted, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// expect: order ieee proved, ieee-ordinary proved, real proved
// why: declared commutative, yet of equal values the left one's index stays

#include <mpi.h>

typedef struct {
  double v;
  int i;
} pair;

void max_with_index(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  pair *in = invec, *inout = inoutvec;
  for (int k = 0; k < *len; ++k)
    if (in[k].v >= inout[k].v) inout[k] = in[k];
  (void)datatype;
}
