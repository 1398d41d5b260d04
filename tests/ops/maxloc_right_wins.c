// type: struct{int v; int rank;}
// function: max_with_rank
// commute: 0
// meant: a.v > b.v ? a : b
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity refuted; idempotent proved; order proved
// expect: declared proved
// why: of equal values the right one's rank stays, and it is declared so

struct entry {
  int value, rank;
};

void max_with_rank(void* in, void* inout, int* len, void* type) {
  struct entry* a = in;
  struct entry* b = inout;
  for (int i = 0; i < *len; i++, a++, b++)
    if (a->value > b->value) *b = *a;
  (void)type;
}
