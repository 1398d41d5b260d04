// type: int
// function: f
// commute: 1
// fit: refuted
// expect: memory proved; total refuted; pure proved
// why: two writes to k in no order, which C leaves undefined
void f(void* in, void* inout, int* len, void* type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    int k;
    b[i] = (k = a[i]) ^ (k = b[i]);
  }
  (void)type;
}
