// type: struct{double v; int i;}
// function: argmin
// commute: 0
// effort: 10
// meant: a.v <= b.v ? a : b
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted, ieee-ordinary refuted, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// expect: order ieee proved, ieee-ordinary proved, real proved
// why: right but for NaN: a NaN between two values hides the left one

typedef struct {
  double v;
  int i;
} item;

void argmin(void* in, void* inout, int* len, void* type) {
  item *a = in, *b = inout;
  for (int k = 0; k < *len; ++k) {
    if (b[k].v < a[k].v) continue;
    if (a[k].v <= b[k].v) b[k] = a[k];
  }
  (void)type;
}
