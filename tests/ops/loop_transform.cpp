// type: double
// function: f
// commute: 1
// effort: 10
// fit: refuted|unknown
// expect: memory proved; total proved; split-safe proved; pure proved; associative ieee-ordinary proved
// why: std::transform

#include <algorithm>

extern "C" void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const auto* a = static_cast<const double*>(invec);
  auto* b = static_cast<double*>(inoutvec);
  std::transform(a, a + *len, b, b, [](double x, double y) { return x < y ? y : x; });
}
