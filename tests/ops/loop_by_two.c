// type: int
// function: f
// commute: 1
// fit: proved|unknown
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown
// why: two at a time, and an odd one at the end

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int* a = invec;
  int* b = inoutvec;
  const int n = *len;
  for (int i = 0; i + 1 < n; i += 2) {
    b[i] = a[i] < b[i] ? a[i] : b[i];
    b[i + 1] = a[i + 1] < b[i + 1] ? a[i + 1] : b[i + 1];
  }
  if (n % 2 == 1) b[n - 1] = a[n - 1] < b[n - 1] ? a[n - 1] : b[n - 1];
}
