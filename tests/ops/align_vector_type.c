// type: double[4]
// function: f
// commute: 1
// fit: refuted|unknown
// expect: aligned refuted|unknown
// why: vectors of 32 bytes need that alignment; four doubles need 8

typedef double four __attribute__((vector_size(32)));

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const four* a = invec;
  four* b = inoutvec;
  for (int i = 0; i < *len; ++i) b[i] = a[i] + b[i];
}
