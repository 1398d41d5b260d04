// type: unsigned
// function: f
// commute: 1
// fit: proved
// effort: 10
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// why: unrolled by four, and the rest one by one

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  int i = 0;
  for (; i + 3 < *len; i += 4) {
    b[i] += a[i];
    b[i + 1] += a[i + 1];
    b[i + 2] += a[i + 2];
    b[i + 3] += a[i + 3];
  }
  for (; i < *len; ++i) b[i] += a[i];
}
