// type: unsigned
// function: f
// commute: 0
// fit: unknown
// expect: pure unknown
// why: reads a global variable, of which nobody says that it stays as it is

unsigned mask = 255;

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned* a = invec;
  unsigned* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] |= a[i] & mask;
}
