// type: unsigned
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: the index goes to a helper

static void one(const unsigned* a, unsigned* b, int i) { b[i] |= a[i]; }

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  for (int i = 0; i < *len; ++i) one(invec, inoutvec, i);
}
