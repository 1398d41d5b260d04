// type: unsigned
// function: counted_or
// commute: 1
// fit: unknown
// expect: memory proved; total unknown; pure proved; associative proved; commutative proved
// why: counts its calls in an int, which overflows some day; no result depends on it
void counted_or(void* in, void* inout, int* len, void* type) {
  static int calls;
  const unsigned* a = in;
  unsigned* b = inout;
  ++calls;
  for (int i = 0; i < *len; i++) b[i] |= a[i];
  (void)type;
}
