// type: unsigned
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: returns where there is nothing to do

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  if (*len == 0) return;
  for (int i = 0; i < *len; ++i) b[i] &= a[i];
}
