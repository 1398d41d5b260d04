// type: unsigned[3]
// function: f
// commute: 1
// fit: proved
// effort: 40
// expect: memory proved; total proved; split-safe proved; pure proved
// why: all first components, all second ones, all third ones

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned(*a)[3] = invec;
  unsigned(*b)[3] = inoutvec;
  for (int c = 0; c < 3; ++c)
    for (int i = 0; i < *len; ++i) b[i][c] = a[i][c] > b[i][c] ? a[i][c] : b[i][c];
}
