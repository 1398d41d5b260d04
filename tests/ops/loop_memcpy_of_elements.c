// type: struct{double v; long n;}
// function: f
// commute: 0
// fit: proved|refuted|unknown
// expect: memory proved; total proved; split-safe proved|unknown; pure proved|unknown
// why: copies an element, compares, and copies it back; equal in n and not comparable in v, the right one stays

#include <string.h>

struct best {
  double v;
  long n;
};

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const char* a = invec;
  char* b = inoutvec;
  for (int i = 0; i < *len; ++i, a += sizeof(struct best), b += sizeof(struct best)) {
    struct best x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    if (x.n > y.n || (x.n == y.n && x.v > y.v)) memcpy(b, &x, sizeof x);
  }
}
