// type: float
// function: sum
// commute: 1
// meant: a + b
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: declared proved|unknown
// expect: associative ieee proved|unknown, ieee-ordinary proved|unknown
// expect: commutative ieee proved|unknown, ieee-ordinary proved|unknown
// expect: identity ieee proved|unknown, ieee-ordinary proved|unknown
// expect: idempotent ieee refuted|unknown, ieee-ordinary refuted|unknown
// expect: order ieee refuted|unknown, ieee-ordinary refuted|unknown
// why: adds the bits of floats as if they were integers

void sum(void* in, void* inout, int* len, void* type) {
  unsigned *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] += a[i];
  (void)type;
}
