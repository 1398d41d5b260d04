// type: unsigned
// function: f
// commute: 1
// fit: proved|unknown
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown
// why: counts from 1, as in Fortran

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = (const unsigned*)invec - 1;
  unsigned* b = (unsigned*)inoutvec - 1;
  for (int i = 1; i <= *len; ++i) b[i] = a[i] < b[i] ? a[i] : b[i];
}
