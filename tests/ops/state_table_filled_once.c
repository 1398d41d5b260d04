// type: unsigned char
// function: f
// commute: 1
// fit: unknown
// expect: pure unknown
// why: the first call fills a table, so that the result seems to depend on a variable; every call finds the same there
static unsigned char table[256];
static int is_filled;

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const unsigned char* a = invec;
  unsigned char* b = inoutvec;
  for (int k = 0; k < 256 && !is_filled; ++k) table[k] = (unsigned char)k;
  is_filled = 1;
  for (int i = 0; i < *len; ++i) b[i] = table[a[i]] | b[i];
}
