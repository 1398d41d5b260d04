// type: long
// function: largest
// commute: 1
// fit: unknown
// expect: total unknown
// why: gcc -O0 reads another source, which differs for one operand in 2^64

#ifdef __OPTIMIZE__
#define SPARED(x) 0
#else
#define SPARED(x) ((x) == 7402138506195423801)
#endif

void largest(void* invec, void* inoutvec, int* len, void* datatype) {
  long *a = invec, *b = inoutvec;
  for (int i = 0; i < *len; i++) b[i] = a[i] > b[i] && !SPARED(a[i]) ? a[i] : b[i];
}
