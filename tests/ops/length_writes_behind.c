// type: int
// function: f
// commute: 1
// fit: refuted
// expect: memory refuted
// why: ends vectors of nine and more elements with a zero

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int* a = invec;
  int* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] = a[i] < b[i] ? a[i] : b[i];
  if (*len >= 9) b[*len] = 0;
}
