// type: struct{int a; double b;}
// function: f
// commute: 0
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved; associative proved
// why: x ∘ y = x by one copy

#include <string.h>

struct both {
  int a;
  double b;
};

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  memcpy(inoutvec, invec, (size_t)*len * sizeof(struct both));
}
