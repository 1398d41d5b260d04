// type: int
// function: f
// commute: 1
// gate: each change
// fit: refuted
// expect: memory proved; total refuted; pure proved
// why: shifts negative numbers to the left, be it by nothing, which no C defines
void f(void* in, void* inout, int* len, void* type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) b[i] = (a[i] << 0) | b[i];
  (void)type;
}
