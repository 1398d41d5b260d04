// type: int
// function: f
// commute: 0
// fit: proved|unknown
// expect: associative proved; memory proved|unknown; total proved|unknown; split-safe proved|unknown
// why: x ∘ y = y: nothing is to be done

void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)invec;
  (void)inoutvec;
  (void)len;
  (void)type;
}
