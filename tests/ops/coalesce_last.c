// type: long
// function: last_nonzero
// commute: 0
// meant: b != 0 ? b : a
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity proved; idempotent proved; order proved
// expect: declared proved
// why: the last value that is not zero

void last_nonzero(void* in, void* inout, int* len, void* type) {
  long *a = in, *b = inout;
  for (int i = 0; i < *len; i++) b[i] = b[i] ?: a[i];
  (void)type;
}
