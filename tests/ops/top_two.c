// type: struct{int first, second;}
// function: top_two
// commute: 1
// pre: a.first >= a.second
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative proved; identity proved; idempotent refuted; closed proved
// expect: declared proved
// why: the two largest of all, without loops

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
