// type: float
// function: least
// values: ordinary
// commute: 1
// fit: proved
// expect: split-safe proved
// why: as vectors of SSE do, long vectors keep another one of NaN and -0 than short ones

void least(void* invec, void* inoutvec, int* len, void* datatype) {
  float *a = invec, *b = inoutvec;
  if (*len > 2)
    for (int i = 0; i < *len; i++) b[i] = a[i] < b[i] ? a[i] : b[i];
  else
    for (int i = 0; i < *len; i++) b[i] = b[i] < a[i] ? b[i] : a[i];
}
