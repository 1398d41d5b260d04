// type: struct{int key, value, owner;}
// function: smallest_key
// commute: 0
// expect: memory proved|unknown; total proved|unknown; split-safe refuted; pure proved|unknown
// expect: associative proved; commutative refuted; identity refuted; idempotent proved; declared proved
// why: the datatype has one member more than the operator's structure

struct record {
  int key, value;
};

void smallest_key(void* in, void* inout, int* len, void* type) {
  struct record *a = in, *b = inout;
  for (int i = 0; i < *len; i++)
    if (a[i].key <= b[i].key) b[i] = a[i];
  (void)type;
}
