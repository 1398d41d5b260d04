// type: struct{int lo, hi;}
// function: unite
// commute: 0
// pre: a.lo <= a.hi
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative refuted; identity refuted; idempotent proved; closed proved
// expect: declared proved
// why: unites what overlaps and else keeps the left one, so the order of uniting matters

typedef struct {
  int lo, hi;
} interval;

void unite(void* in, void* inout, int* len, void* type) {
  interval *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    if (a[i].hi < b[i].lo || b[i].hi < a[i].lo) {
      b[i] = a[i];
    } else {
      b[i].lo = a[i].lo < b[i].lo ? a[i].lo : b[i].lo;
      b[i].hi = a[i].hi > b[i].hi ? a[i].hi : b[i].hi;
    }
  }
  (void)type;
}
