// type: unsigned
// function: convolve
// commute: 1
// expect: memory proved|unknown; total proved|unknown; split-safe refuted; pure proved|unknown
// expect: associative proved; commutative proved; identity proved; idempotent refuted; declared proved
// why: takes the vector for one polynomial, which no algorithm may cut in pieces

void convolve(void* in, void* inout, int* len, void* type) {
  unsigned *a = in, *b = inout;
  for (int k = *len - 1; k >= 0; --k) {
    unsigned sum = 0;
    for (int i = 0; i <= k; ++i) sum += a[i] * b[k - i];
    b[k] = sum;
  }
  (void)type;
}
