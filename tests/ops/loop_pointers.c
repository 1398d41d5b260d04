// type: unsigned
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: two pointers and a length that is counted down

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  int n = *len;
  while (n-- > 0) *b++ += *a++;
}
