// type: double
// function: f
// commute: 1
// values: ordinary
// fit: proved
// gate: each change
// expect: memory proved; total proved; aligned proved; aliasing proved; split-safe proved; pure proved
// expect: associative ieee refuted, ieee-ordinary proved; commutative ieee-ordinary proved
// why: a maximum that is right where neither NaN nor -0 occurs

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const double* a = invec;
  double* b = inoutvec;
  for (int i = 0; i < *len; ++i)
    if (a[i] > b[i]) b[i] = a[i];
}
