// type: struct{double mean; unsigned count;}
// function: merge_means
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary refuted, real refuted
// expect: commutative ieee proved, ieee-ordinary proved, real proved
// expect: identity ieee refuted|unknown, ieee-ordinary refuted|unknown, real refuted
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: counts its samples and then does not weigh by them

typedef struct {
  double mean;
  unsigned count;
} running;

void merge_means(void* in, void* inout, int* len, void* type) {
  running *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    b[i].mean = (a[i].mean + b[i].mean) / 2;
    b[i].count += a[i].count;
  }
  (void)type;
}
