// type: float
// function: difference
// commute: 0
// meant: a - b
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real refuted
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted, ieee-ordinary refuted, real refuted
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// expect: order ieee proved, ieee-ordinary proved, real proved
// why: a difference is not associative even over the reals

void difference(void* in, void* inout, int* len, void* type) {
  float *a = (float*)in, *b = (float*)inout;
  for (int i = 0; i < *len; i++) *(b + i) = *(a + i) - *(b + i);
  (void)type;
}
