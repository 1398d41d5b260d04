// type: int
// function: product
// commute: 1
// effort: 10
// meant: a * b
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative proved|unknown; commutative proved; identity proved; idempotent refuted; order proved
// expect: declared proved
// why: right wherever no product overflows

typedef int MPI_Datatype;

void product(void* a, void* b, int* n, MPI_Datatype* t) {
  const int* x = a;
  int* y = b;
  int i;
  for (i = 0; i < *n; ++i) y[i] = x[i] * y[i];
  (void)t;
}
