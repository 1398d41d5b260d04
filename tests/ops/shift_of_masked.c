// type: int
// function: f
// commute: 0
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved; associative proved
// why: shifts to the left what is not negative and fits
void f(void* in, void* inout, int* len, void* type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = ((a[i] >> 8 & 0x7f) << 8) | (b[i] & 0x7f00);
  (void)type;
}
