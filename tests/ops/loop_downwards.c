// type: int
// function: f
// commute: 1
// effort: 10
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: from the last element to the first

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int* a = invec;
  int* b = inoutvec;
  for (int i = *len - 1; i >= 0; --i)
    if (a[i] > b[i]) b[i] = a[i];
}
