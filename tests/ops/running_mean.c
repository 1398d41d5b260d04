// type: struct{double mean; int count;}
// function: merge_means
// commute: 1
// effort: 10
// pre: a.count > 0
// gate: each change
// expect: memory proved; total refuted; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved|unknown
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee refuted|unknown, ieee-ordinary refuted|unknown, real refuted|unknown
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// expect: closed ieee proved, ieee-ordinary proved, real proved
// why: means weighted by their counts; the count may overflow

#include <mpi.h>

typedef struct {
  double mean;
  int count;
} running;

void merge_means(void* in, void* inout, int* len, MPI_Datatype* type) {
  running *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    int count = a[i].count + b[i].count;
    b[i].mean = (a[i].mean * a[i].count + b[i].mean * b[i].count) / count;
    b[i].count = count;
  }
  (void)type;
}
