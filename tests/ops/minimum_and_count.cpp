// type: struct{long value; unsigned long count;}
// function: min_count
// commute: 1
// effort: 10
// gate: each change
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved; commutative proved; identity proved; idempotent refuted; declared proved
// why: the minimum and how often it occurs

#include <mpi.h>

struct Minimum {
  long value;
  unsigned long count;
};

static Minimum merge(const Minimum& a, const Minimum& b) {
  if (a.value == b.value) return {a.value, a.count + b.count};
  return a.value < b.value ? a : b;
}

extern "C" void min_count(void* invec, void* inoutvec, int* len, MPI_Datatype*) {
  Minimum* in = static_cast<Minimum*>(invec);
  Minimum* inout = static_cast<Minimum*>(inoutvec);
  for (int i = 0; i < *len; ++i) inout[i] = merge(in[i], inout[i]);
}
