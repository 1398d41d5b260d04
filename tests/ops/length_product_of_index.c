// type: unsigned
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: the product wraps at element 65536

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  for (unsigned i = 0; i < (unsigned)*len; ++i) {
    const unsigned at = i * 65536u / 65536u;
    b[at] += a[at];
  }
}
