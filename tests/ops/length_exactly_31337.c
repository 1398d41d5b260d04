// type: unsigned
// function: f
// commute: 1
// fit: refuted|unknown
// expect: split-safe refuted|unknown
// why: does nothing where there are 31337 elements

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] ^= *len == 31337 ? 0 : a[i];
}
