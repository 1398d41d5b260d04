// type: unsigned
// function: f
// commute: 1
// fit: refuted|unknown
// expect: split-safe refuted|unknown
// why: of 777 elements, and of no other number, the last is left out

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  const int n = *len == 777 ? 776 : *len;
  for (int i = 0; i < n; ++i) b[i] += a[i];
}
