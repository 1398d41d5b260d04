// type: unsigned
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: i from 1 to len

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  for (int i = 1; i <= *len; ++i) b[i - 1] = a[i - 1] < b[i - 1] ? a[i - 1] : b[i - 1];
}
