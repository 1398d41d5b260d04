// type: struct{uint8_t next[4];}
// function: then
// commute: 0
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity refuted; idempotent refuted; declared proved
// why: transitions of four states; numbers above 3 are cut off, so what holds them has no identity

#include <mpi.h>
#include <stdint.h>

typedef struct {
  uint8_t next[4];
} transitions;

static transitions follow(const transitions* first, const transitions* second) {
  transitions r;
  for (int s = 0; s < 4; s++) r.next[s] = second->next[first->next[s] & 3];
  return r;
}

void then(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  transitions *in = invec, *inout = inoutvec;
  for (int i = 0; i < *len; i++) inout[i] = follow(&in[i], &inout[i]);
  (void)type;
}
