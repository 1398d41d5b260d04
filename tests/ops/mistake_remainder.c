// type: unsigned
// function: gcd_step
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative proved; identity proved; idempotent refuted; declared proved
// why: one step of Euclid's algorithm is not the greatest common divisor

void gcd_step(void* in, void* inout, int* len, void* type) {
  unsigned *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    unsigned large = a[i] > b[i] ? a[i] : b[i], small = a[i] > b[i] ? b[i] : a[i];
    b[i] = small == 0 ? large : large % small;
  }
  (void)type;
}
