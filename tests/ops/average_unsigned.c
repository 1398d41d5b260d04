// type: unsigned
// function: midpoint
// commute: 1
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative proved; identity refuted; idempotent proved; declared proved
// why: the average that does not overflow is still not associative

void midpoint(void* in, void* inout, int* len, void* type) {
  unsigned *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = (a[i] & b[i]) + ((a[i] ^ b[i]) >> 1);
  (void)type;
}
