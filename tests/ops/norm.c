// type: double
// function: norm
// commute: 1
// pre: a >= 0
// effort: 40
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved|unknown
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee refuted|unknown, ieee-ordinary refuted|unknown, real proved|unknown
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// expect: closed ieee proved, ieee-ordinary proved, real proved|unknown
// why: the Euclidean norm, which rounds, and squares that overflow

#include <math.h>

void norm(void* in, void* inout, int* len, void* type) {
  double *a = in, *b = inout;
  int i = 0;
  do {
    if (i >= *len) break;
    b[i] = sqrt(a[i] * a[i] + b[i] * b[i]);
  } while (++i);
  (void)type;
}
