// type: struct{unsigned close, open;}
// function: match
// commute: 0
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative refuted; identity proved; idempotent refuted; declared proved
// why: counts that wrap around are compared wrongly

typedef struct {
  unsigned close, open;
} balance;

void match(void* in, void* inout, int* len, void* type) {
  balance *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    unsigned matched = a[i].open < b[i].close ? a[i].open : b[i].close;
    b[i].close = a[i].close + (b[i].close - matched);
    b[i].open = (a[i].open - matched) + b[i].open;
  }
  (void)type;
}
