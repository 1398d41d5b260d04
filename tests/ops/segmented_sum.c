// type: struct{unsigned value; bool starts;}
// function: segmented_sum
// commute: 0
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity proved; idempotent refuted; declared proved
// why: the operator of a segmented scan: a sum that begins anew where a segment starts

#include <mpi.h>
#include <stdbool.h>

struct flagged {
  unsigned value;
  bool starts;
};

void segmented_sum(void* in, void* inout, int* len, MPI_Datatype* type) {
  struct flagged *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    if (!b[i].starts) {
      b[i].value += a[i].value;
      b[i].starts = a[i].starts;
    }
  }
  (void)type;
}
