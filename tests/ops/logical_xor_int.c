// type: int
// function: parity
// commute: 1
// meant: !a != !b
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity refuted; idempotent refuted; order proved
// expect: declared proved
// why: associative, for what is true becomes 1

void parity(void* in, void* inout, int* len, void* type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *len; i++) b[i] = (!a[i] && b[i]) || (a[i] && !b[i]);
  (void)type;
}
