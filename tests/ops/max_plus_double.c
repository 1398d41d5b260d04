// type: struct{double slope, floor;}
// function: compose
// commute: 0
// effort: 40
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted, ieee-ordinary proved, real refuted
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: x -> max(x + slope, floor): associative but for rounding

typedef struct {
  double slope, floor;
} clamp;

void compose(void* in, void* inout, int* len, void* type) {
  clamp *f = in, *g = inout;
  for (int i = 0; i < *len; i++) {
    double floor = f[i].floor + g[i].slope;
    g[i].slope += f[i].slope;
    if (floor > g[i].floor) g[i].floor = floor;
  }
  (void)type;
}
