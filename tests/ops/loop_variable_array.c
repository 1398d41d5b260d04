// type: int
// function: f
// commute: 1
// fit: proved|unknown
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown
// why: works in an array of the length

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int n = *len;
  int kept[n], *b = inoutvec;
  const int* a = invec;
  for (int i = 0; i < n; ++i) kept[i] = a[i] < b[i] ? a[i] : b[i];
  for (int i = 0; i < n; ++i) b[i] = kept[i];
}
