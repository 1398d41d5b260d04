// type: struct{double low, high, gain;}
// function: best_trade
// commute: 0
// expect: memory proved; total proved; split-safe proved; pure proved; declared proved
// expect: associative ieee refuted, ieee-ordinary proved|unknown, real proved
// expect: commutative ieee refuted, ieee-ordinary refuted, real refuted
// expect: identity ieee refuted, ieee-ordinary refuted, real refuted
// expect: idempotent ieee refuted, ieee-ordinary refuted, real refuted
// why: the largest rise from an earlier to a later value; an identity has infinite ends, and their difference to an
// why: infinite value is NaN

typedef struct {
  double low, high, gain;
} prices;

#define MAX(a, b) ((a) > (b) ? (a) : (b))

void best_trade(void* in, void* inout, int* len, void* type) {
  prices *earlier = in, *later = inout;
  for (int i = 0; i < *len; i++) {
    double across = later[i].high - earlier[i].low;
    later[i].gain = MAX(MAX(earlier[i].gain, later[i].gain), across);
    later[i].high = MAX(earlier[i].high, later[i].high);
    if (earlier[i].low < later[i].low) later[i].low = earlier[i].low;
  }
  (void)type;
}
