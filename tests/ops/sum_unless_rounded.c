// type: double
// function: sum
// commute: 1
// fit: refuted
// expect: associative real proved
// why: subtracts where a sum was rounded, which real numbers never are

void sum(void* invec, void* inoutvec, int* len, void* datatype) {
  double *a = invec, *b = inoutvec;
  for (int i = 0; i < *len; i++) b[i] = a[i] + b[i] - a[i] != b[i] ? a[i] - b[i] : a[i] + b[i];
}
