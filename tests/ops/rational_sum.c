// type: struct{int64_t num, den;}
// function: add_fractions
// commute: 1
// effort: 10
// gate: each change
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative proved|unknown; commutative proved; identity proved; idempotent refuted; declared proved
// why: fractions not reduced; right wherever no product overflows

#include <mpi.h>
#include <stdint.h>

typedef struct {
  int64_t num, den;
} rational;

void add_fractions(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  rational *a = invec, *b = inoutvec;
  for (int i = 0; i < *len; i++) {
    b[i].num = a[i].num * b[i].den + b[i].num * a[i].den;
    b[i].den = a[i].den * b[i].den;
  }
  (void)type;
}
