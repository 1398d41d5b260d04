// type: unsigned
// function: sum
// commute: 1
// expect: memory proved|unknown; total proved|unknown; split-safe refuted; pure proved|unknown
// expect: associative proved; commutative refuted; identity refuted; idempotent proved; declared refuted
// why: the loop begins at element 1, as in Fortran

void sum(void* in, void* inout, int* len, void* type) {
  unsigned *a = in, *b = inout;
  for (int i = 1; i < *len; i++) b[i] += a[i];
  (void)type;
}
