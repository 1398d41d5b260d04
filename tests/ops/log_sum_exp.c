// type: double
// function: log_sum_exp
// commute: 1
// expect: memory proved; total proved|unknown; split-safe proved; pure proved; declared proved|unknown
// expect: associative ieee refuted|unknown, ieee-ordinary refuted|unknown, real proved|unknown
// expect: commutative ieee proved|unknown, ieee-ordinary proved|unknown, real proved|unknown
// expect: identity ieee refuted|unknown, ieee-ordinary proved|unknown, real refuted|unknown
// expect: idempotent ieee refuted|unknown, ieee-ordinary refuted|unknown, real refuted|unknown
// why: log(exp(a) + exp(b)) around the larger one, which rounds

#include <math.h>
#include <mpi.h>

void log_sum_exp(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  double *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; ++i) {
    double a = in[i], b = inout[i];
    double large = a > b ? a : b, small = a > b ? b : a;
    inout[i] = large + log1p(exp(small - large));
  }
  (void)type;
}
