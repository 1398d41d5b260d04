// type: double
// function: largest
// values: ordinary
// commute: 0
// fit: refuted
// expect: associative ieee-ordinary refuted
// why: of infinities it makes 0, which looks like rounding to who knows real numbers alone

#include <math.h>

void largest(void* invec, void* inoutvec, int* len, void* datatype) {
  double *a = invec, *b = inoutvec;
  for (int i = 0; i < *len; i++) {
    double d = a[i] - b[i];
    if (isnan(d))
      b[i] = 0;
    else if (d > 0)
      b[i] = a[i];
  }
}
