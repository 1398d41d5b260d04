// type: int
// function: larger_positive
// commute: 1
// expect: memory proved|unknown; total refuted
// why: where neither is positive the result was never set

void larger_positive(void* in, void* inout, int* len, void* type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *len; i++) {
    int best;
    if (a[i] > 0 && a[i] >= b[i]) best = a[i];
    if (b[i] > 0 && b[i] > a[i]) best = b[i];
    b[i] = best;
  }
  (void)type;
}
