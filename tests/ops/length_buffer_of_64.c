// type: double
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: a buffer of 64 slots, of which the first is used again for element 64

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const double* a = invec;
  double *b = inoutvec, kept[64];
  for (int i = 0; i < *len; ++i) kept[i % 64] = a[i];
  for (int i = 0; i < *len; ++i) b[i] = kept[i % 64] > b[i] ? kept[i % 64] : b[i];
}
