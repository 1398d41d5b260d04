// type: struct{double sum, lost;}
// function: kahan
// commute: 1
// effort: 10
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real proved
// expect: identity ieee refuted|unknown, ieee-ordinary refuted|unknown, real refuted
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: carries what rounding loses, and still rounds; commutative but for rounding

#include <mpi.h>

typedef struct {
  double sum, lost;
} compensated;

void kahan(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  compensated *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; i++) {
    double y = in[i].sum - (in[i].lost + inout[i].lost);
    double t = inout[i].sum + y;
    inout[i].lost = (t - inout[i].sum) - y;
    inout[i].sum = t;
  }
  (void)type;
}
