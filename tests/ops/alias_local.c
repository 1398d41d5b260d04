// type: float
// function: f
// commute: 1
// fit: refuted|unknown
// expect: aliasing refuted|unknown
// why: reads the bits of local floats as integers

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const float* a = invec;
  float* b = inoutvec;
  for (int i = 0; i < *len; ++i) {
    float x = a[i], y = b[i];
    int left = *(int*)&x, right = *(int*)&y;
    if (left > right) b[i] = x;
  }
}
