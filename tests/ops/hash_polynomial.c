// type: struct{uint32_t hash, power;}
// function: concatenate
// commute: 0
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity proved; idempotent refuted; declared proved
// why: the rolling hash of a concatenation depends on the order and is associative

#include <mpi.h>
#include <stdint.h>

typedef struct {
  uint32_t hash, power;
} rolling;

void concatenate(void* in, void* inout, int* len, MPI_Datatype* type) {
  rolling *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    b[i].hash = a[i].hash * b[i].power + b[i].hash;
    b[i].power *= a[i].power;
  }
  (void)type;
}
