// type: int
// function: f
// commute: 1
// fit: unknown
// expect: aliasing proved|unknown
// why: clang compiles another operator than gcc, which says nothing of the types by which memory is accessed
void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const int* a = invec;
  int* b = inoutvec;
  for (int i = 0; i < *len; ++i)
#ifdef __clang__
    b[i] |= a[i];
#else
    b[i] ^= a[i];
#endif
}
