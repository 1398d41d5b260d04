// type: short
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: 257 is 1 as a signed char

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const short* a = invec;
  short* b = inoutvec;
  const signed char n = (signed char)*len;
  for (int i = 0; i < n; ++i) b[i] = a[i] > b[i] ? a[i] : b[i];
}
