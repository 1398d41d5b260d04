// type: int
// function: minimum
// commute: 1
// effort: 40
// expect: memory proved|unknown; total refuted
// why: where the left one is smaller the loop never goes on

void minimum(void* in, void* inout, int* len, void* type) {
  int *a = in, *b = inout, i = 0;
  while (i < *len) {
    if (a[i] < b[i]) continue;
    ++i;
  }
  (void)type;
}
