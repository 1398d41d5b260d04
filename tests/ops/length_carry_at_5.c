// type: unsigned
// function: f
// commute: 1
// fit: refuted
// gate: each change
// expect: split-safe refuted
// why: element 5 and those behind it are one more

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  unsigned carry = 0;
  for (int i = 0; i < *len; ++i) {
    b[i] += a[i] + carry;
    if (i == 4) carry = 1;
  }
}
