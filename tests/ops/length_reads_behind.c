// type: int
// function: f
// commute: 1
// fit: refuted
// expect: memory refuted
// why: loads ahead, and from five elements on one element too many

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int* a = invec;
  int* b = inoutvec;
  const int n = *len;
  int next = a[0];
  for (int i = 0; i < n; ++i) {
    const int now = next;
    if (i + 1 < n || n >= 5) next = a[i + 1];
    b[i] = now > b[i] ? now : b[i];
  }
}
