// type: unsigned
// function: smooth
// commute: 1
// expect: memory proved|unknown; total proved|unknown; split-safe refuted; pure proved|unknown
// expect: associative proved; commutative proved; identity proved; idempotent refuted; declared proved
// why: takes the left neighbour's element into each result

void smooth(void* in, void* inout, int* len, void* type) {
  unsigned *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = a[i] ^ b[i] ^ (i > 0 ? a[i - 1] : 0);
  (void)type;
}
