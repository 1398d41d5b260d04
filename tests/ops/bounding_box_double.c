// type: struct{double lo[2], hi[2];}
// function: grow_box
// commute: 1
// effort: 10
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee refuted, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary proved, real proved
// expect: identity ieee refuted, ieee-ordinary proved, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// why: the smallest box around both; wrong only with NaN and the two zeros

#include <mpi.h>

struct box {
  double lo[2], hi[2];
};

void grow_box(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  struct box *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i)
    for (int d = 0; d < 2; ++d) {
      if (in[i].lo[d] < inout[i].lo[d]) inout[i].lo[d] = in[i].lo[d];
      if (in[i].hi[d] > inout[i].hi[d]) inout[i].hi[d] = in[i].hi[d];
    }
  (void)type;
}
