// type: struct{double w, x, y, z;}
// function: rotate
// commute: 0
// effort: 40
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted|unknown, ieee-ordinary refuted, real proved
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: rotations one after another: associative but for rounding, never commutative
// why: 1 is no identity where an infinity meets 0

#include <mpi.h>

typedef struct {
  double w, x, y, z;
} quat;

static quat mul(quat a, quat b) {
  quat r;
  r.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
  r.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
  r.y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
  r.z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
  return r;
}

void rotate(void* invec, void* inoutvec, int* len, MPI_Datatype* dptr) {
  quat *in = (quat*)invec, *inout = (quat*)inoutvec;
  for (int i = 0; i < *len; i++) inout[i] = mul(in[i], inout[i]);
  (void)dptr;
}
