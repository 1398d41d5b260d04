// type: struct{float v; int i;}
// function: max_loc
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved; declared refuted
// expect: associative ieee refuted, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted, ieee-ordinary refuted, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// why: copies the value and forgets the index

typedef struct {
  float v;
  int i;
} float_int;

void max_loc(void* in, void* inout, int* len, void* type) {
  float_int *a = in, *b = inout;
  for (int k = 0; k < *len; k++)
    if (a[k].v > b[k].v) b[k].v = a[k].v;
  (void)type;
}
