// type: uint8_t[4]
// function: permute
// commute: 0
// pre: a[0] < 4 && a[1] < 4 && a[2] < 4 && a[3] < 4
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity proved; idempotent refuted; closed proved
// expect: declared proved
// why: maps of {0, 1, 2, 3} to itself, the left one first

#include <mpi.h>
#include <stdint.h>

typedef uint8_t map[4];

void permute(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  map *first = invec, *then = inoutvec;
  for (int n = 0; n < *len; ++n) {
    map both;
    for (int i = 0; i < 4; ++i) both[i] = then[n][first[n][i]];
    for (int i = 0; i < 4; ++i) then[n][i] = both[i];
  }
  (void)type;
}
