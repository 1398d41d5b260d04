// type: float
// function: fmin_vec
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee refuted, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary proved, real proved
// expect: identity ieee refuted, ieee-ordinary proved, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// why: a NaN in inoutvec stays and a NaN in invec is lost

void fmin_vec(void* in, void* inout, int* len, void* type) {
  const float* a = in;
  float* b = inout;
  for (int i = 0; i < *len; i++)
    if (a[i] < b[i]) b[i] = a[i];
  (void)type;
}
