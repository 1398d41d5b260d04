// type: unsigned
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: unrolled by four, and the fourth lane adds the third: seen from four elements on

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  int i = 0;
  for (; i + 3 < *len; i += 4) {
    b[i] += a[i];
    b[i + 1] += a[i + 1];
    b[i + 2] += a[i + 2];
    b[i + 3] += a[i + 2];
  }
  for (; i < *len; ++i) b[i] += a[i];
}
