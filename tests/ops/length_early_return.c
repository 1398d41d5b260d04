// type: double
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: gives up where there are more than 100,000 elements

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const double* a = invec;
  double* b = inoutvec;
  if (*len > 100000) return;
  for (int i = 0; i < *len; ++i)
    if (a[i] < b[i]) b[i] = a[i];
}
