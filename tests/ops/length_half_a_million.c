// type: int
// function: f
// commute: 1
// effort: 10
// fit: refuted
// gate: each change
// expect: split-safe refuted
// why: elements behind 500,000 are left as they are

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int* a = invec;
  int* b = inoutvec;
  for (int i = 0; i < *len; ++i) {
    if (i > 500000) continue;
    if (a[i] > b[i]) b[i] = a[i];
  }
}
