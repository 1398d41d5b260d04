// type: struct{int close, open;}
// function: match
// commute: 0
// effort: 10
// pre: a.close >= 0 && a.open >= 0
// expect: memory proved; total refuted; split-safe proved; pure proved
// expect: associative proved|unknown; commutative refuted; identity proved; idempotent refuted; closed proved
// expect: declared proved
// why: what is left of a text of parentheses when those that match are gone; a count may overflow

#include <mpi.h>

typedef struct {
  int close, open;
} balance;

void match(void* invec, void* inoutvec, int* len, MPI_Datatype* type) {
  balance *a = invec, *b = inoutvec;
  for (int i = 0; i < *len; ++i) {
    int matched = a[i].open < b[i].close ? a[i].open : b[i].close;
    b[i].close = a[i].close + (b[i].close - matched);
    b[i].open = (a[i].open - matched) + b[i].open;
  }
  (void)type;
}
