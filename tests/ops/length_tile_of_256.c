// type: float
// function: f
// commute: 1
// fit: refuted
// expect: split-safe refuted
// why: behind full tiles the first element of the rest is left out

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const float* a = invec;
  float* b = inoutvec;
  int i = 0;
  for (; i + 256 <= *len; i += 256)
    for (int j = i; j < i + 256; ++j) b[j] = a[j] < b[j] ? a[j] : b[j];
  for (i += i > 0; i < *len; ++i) b[i] = a[i] < b[i] ? a[i] : b[i];
}
