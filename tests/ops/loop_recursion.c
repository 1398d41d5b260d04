// type: unsigned
// function: f
// commute: 1
// fit: proved|unknown
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown
// why: in halves

static void combine(const unsigned* a, unsigned* b, int n) {
  if (n == 1) {
    *b ^= *a;
  } else if (n > 1) {
    combine(a, b, n / 2);
    combine(a + n / 2, b + n / 2, n - n / 2);
  }
}

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  combine(invec, inoutvec, *len);
}
