// type: unsigned
// function: f
// commute: 0
// constant: mask
// fit: proved
// expect: memory proved; total proved; aligned proved; aliasing proved; split-safe proved; pure proved
// expect: associative proved
// why: a parameter that stands in a global variable, whatever it is

unsigned mask;

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] |= a[i] & mask;
}
