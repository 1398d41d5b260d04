// type: struct{int n; int v[3];}
// function: append
// commute: 1
// pre: a.n >= 0 && a.n <= 3
// effort: 10
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity refuted; idempotent refuted; closed proved
// expect: declared refuted
// why: the first three of both lists; declared commutative, yet the left list's come first

typedef struct {
  int n;
  int v[3];
} list;

void append(void* in, void* inout, int* len, void* type) {
  list *a = in, *b = inout;
  for (int k = 0; k < *len; ++k) {
    list r = {0, {0, 0, 0}};
    for (int i = 0; i < a[k].n; ++i) r.v[r.n++] = a[k].v[i];
    for (int i = 0; i < b[k].n && r.n < 3; ++i) r.v[r.n++] = b[k].v[i];
    b[k] = r;
  }
  (void)type;
}
