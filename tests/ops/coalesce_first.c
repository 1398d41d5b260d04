// type: struct{double value; int set;}
// function: first_set
// commute: 1
// meant: a.set ? a : b
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee proved, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted, ieee-ordinary refuted, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// expect: order ieee proved, ieee-ordinary proved, real proved
// why: declared commutative, yet of two values the left one stays; what is not set still has a value

#include <mpi.h>

struct optional {
  double value;
  int set;
};

void first_set(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  struct optional *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; i++)
    if (in[i].set) inout[i] = in[i];
  (void)type;
}
