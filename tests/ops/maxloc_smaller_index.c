// type: struct{double v; int i;}
// function: maxloc
// commute: 1
// effort: 10
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee refuted, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary proved, real proved
// expect: identity ieee refuted, ieee-ordinary proved, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// why: as MPI_MAXLOC: of equal values the smaller index stays; only NaN and the two zeros break it

#include <mpi.h>

struct double_int {
  double v;
  int i;
};

void maxloc(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  struct double_int* in = (struct double_int*)invec;
  struct double_int* inout = (struct double_int*)inoutvec;
  for (int k = 0; k < *len; ++k) {
    if (in[k].v > inout[k].v || (in[k].v == inout[k].v && in[k].i < inout[k].i)) inout[k] = in[k];
  }
  (void)datatype;
}
