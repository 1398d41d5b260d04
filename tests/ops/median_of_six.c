// type: struct{int v[3];}
// function: keep_middle
// commute: 1
// effort: 40
// pre: a.v[0] <= a.v[1] && a.v[1] <= a.v[2]
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative proved; identity proved; idempotent refuted; closed proved|unknown
// expect: declared proved
// why: three from the middle of six are not from the middle of all

struct sample {
  int v[3];
};

static void order(int* a, int* b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}

void keep_middle(void* in, void* inout, int* len, void* type) {
  struct sample *a = in, *b = inout;
  for (int i = 0; i < *len; i++) {
    int w[6] = {a[i].v[0], a[i].v[1], a[i].v[2], b[i].v[0], b[i].v[1], b[i].v[2]};
    for (int last = 5; last > 0; last--)
      for (int k = 0; k < last; k++) order(&w[k], &w[k + 1]);
    for (int k = 0; k < 3; k++) b[i].v[k] = w[1 + k];
  }
  (void)type;
}
