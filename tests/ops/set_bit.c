// type: unsigned
// function: set_bit
// commute: 0
// effort: 10
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative refuted; commutative refuted; identity refuted; idempotent refuted; declared proved
// why: a shift by what the element says may be too wide

void set_bit(void* in, void* inout, int* len, void* type) {
  unsigned *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = a[i] | 1u << b[i];
  (void)type;
}
