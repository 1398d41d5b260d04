// type: int
// function: f
// commute: 1
// fit: refuted
// expect: total refuted
// why: a member is read and written in no order (C17, 6.5p2)
void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int* a = invec;
  int* b = inoutvec;
  struct {
    int i;
  } at = {0};
  while (at.i < *len) {
    const int result = a[at.i] | b[at.i++];
    b[at.i - 1] = result;
  }
}
