// type: unsigned
// function: join
// commute: 1
// fit: proved
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved; associative proved; commutative proved
// why: goes on early, out of the scope of a variable of its own, and yet ends in one place

void join(void* in, void* inout, int* len, void* type) {
  const unsigned* a = in;
  unsigned* b = inout;
  for (int i = 0; i < *len; ++i) {
    const unsigned both = a[i] | b[i];
    if (both == 0) continue;
    b[i] = both;
  }
  (void)type;
}
