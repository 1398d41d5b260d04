// type: short
// function: add_samples
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent refuted; declared proved
// why: the sum is one of ints and its conversion to short wraps around, so nothing is undefined

void add_samples(void* in, void* inout, int* len, void* type) {
  short *a = in, *b = inout;
  int i;
  for (i = 0; i < *len; i++) b[i] = (short)(a[i] + b[i]);
  (void)type;
}
