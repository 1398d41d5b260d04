// type: uint32_t
// function: f
// commute: 1
// fit: proved
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// why: a template that takes a lambda

#include <cstdint>

namespace {
template <class F>
void each(const std::uint32_t* a, std::uint32_t* b, int n, F f) {
  for (int i = 0; i < n; ++i) b[i] = f(a[i], b[i]);
}
}  // namespace

extern "C" void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  each(static_cast<const std::uint32_t*>(invec), static_cast<std::uint32_t*>(inoutvec), *len,
       [](auto x, auto y) { return x < y ? x : y; });
}
