// type: struct{double n, mean, m2;}
// function: merge_moments
// commute: 1
// effort: 40
// pre: a.n > 0 || (a.n == 0 && a.mean == 0 && a.m2 == 0)
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real proved|unknown
// expect: commutative ieee refuted, ieee-ordinary refuted, real proved|unknown
// expect: identity ieee refuted|unknown, ieee-ordinary proved|unknown, real proved|unknown
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// expect: closed ieee proved|unknown, ieee-ordinary proved|unknown, real proved
// why: as Chan's, and what holds no sample is the identity; commutative but for rounding

typedef struct {
  double n, mean, m2;
} moments;

void merge_moments(void* in, void* inout, int* len, void* type) {
  moments *a = in, *b = inout;
  for (int i = 0; i < *len; ++i, ++a, ++b) {
    if (a->n == 0) continue;
    if (b->n == 0) {
      *b = *a;
      continue;
    }
    double n = a->n + b->n, delta = b->mean - a->mean;
    b->mean = (a->n * a->mean + b->n * b->mean) / n;
    b->m2 += a->m2 + delta * delta * (a->n * b->n / n);
    b->n = n;
  }
  (void)type;
}
