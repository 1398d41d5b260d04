// type: struct{int first, second;}
// function: top_two
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity refuted; idempotent refuted; declared refuted
// why: without its precondition it is wrong: the second may be larger than the first

struct top {
  int first, second;
};

void top_two(void* in, void* inout, int* len, void* type) {
  struct top *a = in, *b = inout;
  for (int i = 0; i < *len; i++) {
    if (a[i].first > b[i].first) {
      b[i].second = b[i].first > a[i].second ? b[i].first : a[i].second;
      b[i].first = a[i].first;
    } else if (a[i].first > b[i].second) {
      b[i].second = a[i].first;
    }
  }
  (void)type;
}
