// type: unsigned
// function: f
// commute: 1
// constant: modulus=97
// pre: a < 97
// fit: proved
// gate: each change
// expect: memory proved; total proved; aligned proved; aliasing proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; closed proved
// why: a sum modulo 97, which stands in a static variable

static unsigned modulus;

void set_modulus(unsigned m) { modulus = m; }

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] = (a[i] + b[i]) % modulus;
}
