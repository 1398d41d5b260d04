// type: unsigned
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: another operator from the ninth element on

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] = i < 8 ? a[i] | b[i] : a[i] & b[i];
}
