// type: struct{unsigned a, b;}
// function: f
// commute: 0
// fit: refuted
// expect: split-safe refuted
// why: two at a time from six elements on, and the second with its operands swapped

typedef struct {
  unsigned a, b;
} affine;

static affine after(affine x, affine y) {
  const affine r = {x.a * y.a, x.b * y.a + y.b};
  return r;
}

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const affine* in = invec;
  affine* inout = inoutvec;
  int i = 0;
  for (; i + 6 <= *len; i += 2) {
    inout[i] = after(in[i], inout[i]);
    inout[i + 1] = after(inout[i + 1], in[i + 1]);
  }
  for (; i < *len; ++i) inout[i] = after(in[i], inout[i]);
}
