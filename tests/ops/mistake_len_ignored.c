// type: double
// function: sum_one
// commute: 1
// expect: total proved|unknown; split-safe refuted; pure proved|unknown; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee proved, ieee-ordinary proved, real proved
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: adds one element, however many there are

#include <mpi.h>

void sum_one(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype) {
  *(double*)inoutvec += *(double*)invec;
  (void)len;
  (void)datatype;
}
