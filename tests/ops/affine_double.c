// type: struct{double a, b;}
// function: compose
// commute: 0
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted|unknown, ieee-ordinary refuted, real proved
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: x -> a x + b, the left one first: associative but for rounding; 0 times an infinity is NaN, so x -> x does
// why: not leave every x as it is

#include <mpi.h>

typedef struct {
  double a, b;
} affine;

void compose(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  affine *f = invec, *g = inoutvec;
  for (int i = 0; i < *len; ++i) {
    g[i].b = g[i].a * f[i].b + g[i].b;
    g[i].a = g[i].a * f[i].a;
  }
  (void)type;
}
