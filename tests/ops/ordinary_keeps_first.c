// type: double
// function: f
// commute: 1
// values: ordinary
// fit: refuted
// expect: associative ieee-ordinary refuted
// why: wrong of ordinary values too

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const double* a = invec;
  double* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] = a[i] != 0 ? a[i] : b[i] / 2;
}
