// type: struct{float lo, hi;}
// function: intersect
// commute: 1
// effort: 10
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown; declared refuted
// expect: associative ieee refuted, ieee-ordinary proved, real proved
// expect: commutative ieee refuted, ieee-ordinary proved, real proved
// expect: identity ieee refuted, ieee-ordinary proved, real refuted
// expect: idempotent ieee proved, ieee-ordinary proved, real proved
// why: std::max and std::min compare with <, so NaN and the two zeros tell left from right

#include <algorithm>

struct Interval {
  float lo, hi;
};

extern "C" void intersect(void* in, void* inout, int* len, void*) {
  const auto* a = static_cast<const Interval*>(in);
  auto* b = static_cast<Interval*>(inout);
  std::transform(a, a + *len, b, b, [](const Interval& x, const Interval& y) {
    return Interval{std::max(x.lo, y.lo), std::min(x.hi, y.hi)};
  });
}
