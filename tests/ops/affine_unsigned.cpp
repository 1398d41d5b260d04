// type: struct{uint32_t slope, offset;}
// function: compose
// commute: 0
// gate: each change
// expect: memory proved; total proved; split-safe proved; pure proved
// expect: associative proved; commutative refuted; identity proved; idempotent refuted; declared proved
// why: steps of a linear congruential generator

#include <cstdint>

struct Step {
  std::uint32_t slope, offset;
  friend Step operator*(Step first, Step then) {
    return {first.slope * then.slope, then.slope * first.offset + then.offset};
  }
};

extern "C" void compose(void* in, void* inout, int* len, void*) {
  auto* a = reinterpret_cast<Step*>(in);
  auto* b = reinterpret_cast<Step*>(inout);
  for (int i = 0; i != *len; ++i, ++a, ++b) *b = *a * *b;
}
