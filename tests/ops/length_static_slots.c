// type: long
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: works in a static buffer, which has 4096 slots

static long slots[4096];

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const long* a = invec;
  long* b = inoutvec;
  for (int i = 0; i < *len; ++i) slots[i & 4095] = a[i];
  for (int i = 0; i < *len; ++i) b[i] ^= slots[i & 4095];
}
