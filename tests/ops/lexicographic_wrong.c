// type: struct{int hour, minute;}
// function: earliest
// commute: 1
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative refuted; commutative refuted; identity proved; idempotent proved; declared refuted
// why: takes the smaller hour and, whatever the hours, the smaller minute: the earliest of both clocks is neither

struct clock {
  int hour, minute;
};

void earliest(void* in, void* inout, int* len, void* type) {
  struct clock *a = in, *b = inout;
  for (int i = 0; i < *len; ++i) {
    if (a[i].hour < b[i].hour || a[i].minute < b[i].minute) b[i] = a[i];
  }
  (void)type;
}
