// type: float
// function: f
// commute: 1
// values: ordinary
// fit: proved
// expect: memory proved; total proved; aligned proved; aliasing proved; split-safe proved; pure proved
// expect: associative ieee-ordinary proved; commutative ieee-ordinary proved
// why: a minimum that is right where neither NaN nor -0 occurs

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const float* a = invec;
  float* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] = a[i] < b[i] ? a[i] : b[i];
}
