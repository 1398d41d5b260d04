// type: struct{unsigned bits; int width;}
// function: append_bits
// commute: 0
// effort: 10
// pre: a.width >= 0 && a.width <= 32
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity refuted; idempotent refuted; closed refuted
// expect: declared proved
// why: a shift by the full width of 32 is undefined, so no identity suits a right operand of width 32

#include <mpi.h>

typedef struct {
  unsigned bits;
  int width;
} bit_string;

void append_bits(void* in, void* inout, int* len, MPI_Datatype* type) {
  bit_string *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    b[i].bits |= a[i].bits << b[i].width;
    b[i].width += a[i].width;
  }
  (void)type;
}
