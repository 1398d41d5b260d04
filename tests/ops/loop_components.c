// type: struct{unsigned x, y, z;}
// function: f
// commute: 1
// effort: 10
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: the three members of all elements in one loop

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  const long n = 3L * *len;
  for (long i = 0; i < n; ++i) b[i] += a[i];
}
