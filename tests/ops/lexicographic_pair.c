// type: struct{int major, minor;}
// function: latest_version
// commute: 1
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent proved; declared proved
// why: the maximum of a lexicographic order over all that the type holds

#include <mpi.h>

typedef struct {
  int major, minor;
} version;

static int compare(version a, version b) {
  if (a.major != b.major) return a.major < b.major ? -1 : 1;
  if (a.minor != b.minor) return a.minor < b.minor ? -1 : 1;
  return 0;
}

void latest_version(void* in, void* inout, int* len, MPI_Datatype* type) {
  version *a = in, *b = inout;
  for (int i = 0; i < *len; ++i)
    if (compare(a[i], b[i]) > 0) b[i] = a[i];
  (void)type;
}
