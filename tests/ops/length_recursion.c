// type: unsigned
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: halves that are halved six times at most: what is longer than 4 then is left as it is

static void combine(const unsigned* a, unsigned* b, int n, int depth) {
  if (n <= 4) {
    for (int i = 0; i < n; ++i) b[i] &= a[i];
  } else if (depth < 6) {
    combine(a, b, n / 2, depth + 1);
    combine(a + n / 2, b + n / 2, n - n / 2, depth + 1);
  }
}

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  combine(invec, inoutvec, *len, 0);
}
