// type: unsigned[4]
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: bin by bin over all elements

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  for (long i = 0; i < (long)*len * 4; ++i) b[i] += a[i];
}
