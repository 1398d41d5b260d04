// type: struct{int v; unsigned i;}
// function: max_middle_index
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative proved; identity refuted; idempotent refuted; declared proved
// why: of equal values the middle of the indices stays, and an average is not associative

typedef struct {
  int v;
  unsigned i;
} peak;

void max_middle_index(void* in, void* inout, int* len, void* type) {
  peak *a = in, *b = inout;
  for (int k = 0; k < *len; k++) {
    if (a[k].v > b[k].v)
      b[k] = a[k];
    else if (a[k].v == b[k].v)
      b[k].i = a[k].i / 2 + b[k].i / 2;
  }
  (void)type;
}
