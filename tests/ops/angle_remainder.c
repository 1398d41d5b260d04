// type: double
// function: add_angles
// commute: 1
// fit: refuted
// expect: associative ieee refuted, ieee-ordinary refuted, real unknown|refuted; memory proved; total proved
// why: fmod has the sign of its first operand, so of sums of both signs the bracketing decides by a whole turn
#include <math.h>

void add_angles(void* in, void* inout, int* len, void* type) {
  const double* a = in;
  double* b = inout;
  for (int i = 0; i < *len; ++i) b[i] = fmod(a[i] + b[i], 6.283185307179586);
  (void)type;
}
