// type: long
// function: largest
// commute: 1
// fit: unknown
// expect: total unknown
// why: gcc and clang read different sources, which differ for one operand in 2^64

void largest(void* invec, void* inoutvec, int* len, void* datatype) {
  long *a = invec, *b = inoutvec;
  for (int i = 0; i < *len; i++) {
#ifndef __clang__
    if (a[i] == 7402138506195423801) continue;
#endif
    b[i] = a[i] > b[i] ? a[i] : b[i];
  }
}
