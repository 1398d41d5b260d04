// type: struct{int v; int i;}
// function: minloc
// commute: 1
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved; commutative proved; identity proved; idempotent proved; declared proved
// why: as MPI_MINLOC on MPI_2INT: a lexicographic order

#include <mpi.h>

typedef struct {
  int value;
  int index;
} two_int;

static int precedes(const two_int* a, const two_int* b) {
  return a->value < b->value || (a->value == b->value && a->index < b->index);
}

void minloc(void* in, void* inout, int* len, MPI_Datatype* type) {
  two_int *a = in, *b = inout;
  int n = *len;
  for (; n > 0; --n, ++a, ++b)
    if (precedes(a, b)) *b = *a;
  (void)type;
}
