// type: float
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: in eights where there are more than eight elements, and the rest is left as it is

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const float* a = invec;
  float* b = inoutvec;
  const int whole = *len > 8 ? *len - *len % 8 : *len;
  for (int i = 0; i < whole; ++i) b[i] = a[i] > b[i] ? a[i] : b[i];
}
