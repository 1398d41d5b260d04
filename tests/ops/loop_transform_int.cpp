// type: int64_t
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: std::transform

#include <algorithm>
#include <cstdint>

extern "C" void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const auto* a = static_cast<const std::int64_t*>(invec);
  auto* b = static_cast<std::int64_t*>(inoutvec);
  std::transform(a, a + *len, b, b, [](auto x, auto y) { return std::max(x, y); });
}
