// type: struct{float x, y, z; int id;}
// function: keep_first
// commute: 0
// meant: a
// gate: each change
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown; declared proved
// expect: associative ieee proved, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted, ieee-ordinary refuted, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// expect: order ieee proved, ieee-ordinary proved, real proved
// why: copies the left operand, as MPI_REPLACE does

#include <mpi.h>
#include <string.h>

struct particle {
  float x, y, z;
  int id;
};

void keep_first(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  memcpy(inoutvec, invec, (size_t)*len * sizeof(struct particle));
  (void)type;
}
