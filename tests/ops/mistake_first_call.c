// type: int
// function: minimum
// commute: 1
// fit: refuted
// expect: memory proved|unknown; total proved|unknown; pure refuted
// why: the first call is unlike the others

void minimum(void* in, void* inout, int* len, void* type) {
  static int calls = 0;
  int *a = in, *b = inout;
  for (int i = 0; i < *len; i++)
    if (calls == 0 || a[i] < b[i]) b[i] = a[i];
  calls = 1;
  (void)type;
}
