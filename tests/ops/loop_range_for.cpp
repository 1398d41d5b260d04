// type: unsigned
// function: f
// commute: 1
// fit: proved
// expect: memory proved; total proved; split-safe proved; pure proved
// why: a range for over a span

#include <span>

extern "C" void f(void* invec, void* inoutvec, int* len, void* type) {
  (void)type;
  const auto* a = static_cast<const unsigned*>(invec);
  for (unsigned& b : std::span(static_cast<unsigned*>(inoutvec), static_cast<std::size_t>(*len))) b += *a++;
}
