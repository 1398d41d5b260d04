// type: int
// function: add_percent
// commute: 1
// pre: a >= 0 && a <= 100
// meant: a + b > 100 ? 100 : a + b
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent refuted; order proved
// expect: closed proved; declared proved
// why: percentages stop at 100, and the precondition keeps the sum from overflowing

#define MIN(a, b) ((a) < (b) ? (a) : (b))

void add_percent(void* in, void* inout, int* len, void* type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *len; i++) b[i] = MIN(a[i] + b[i], 100);
  (void)type;
}
