// type: unsigned
// function: f
// commute: 1
// fit: proved|unknown
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown
// why: in tiles of 64

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  for (int from = 0; from < *len; from += 64) {
    const int to = *len - from > 64 ? from + 64 : *len;
    for (int i = from; i < to; ++i) b[i] ^= a[i];
  }
}
