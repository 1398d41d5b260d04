// type: struct{int left, top, right, bottom;}
// function: unite
// commute: 1
// gate: each change
// expect: memory proved|unknown; total proved|unknown; split-safe proved|unknown; pure proved|unknown
// expect: associative proved; commutative proved; identity proved; idempotent proved; declared proved
// why: minima and maxima of ints

#include <algorithm>

namespace {
struct Rectangle {
  int left, top, right, bottom;

  Rectangle operator|(const Rectangle& other) const {
    return {std::min(left, other.left), std::min(top, other.top), std::max(right, other.right),
            std::max(bottom, other.bottom)};
  }
};
}  // namespace

extern "C" void unite(void* in, void* inout, int* len, void*) {
  auto* a = static_cast<const Rectangle*>(in);
  auto* b = static_cast<Rectangle*>(inout);
  for (int i = 0; i < *len; ++i) b[i] = a[i] | b[i];
}
