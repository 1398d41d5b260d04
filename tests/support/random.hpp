// Random numbers that rapidcheck does not shrink, of what takes a compiler to try.
#pragma once
#include <cstdint>
#include <random>

namespace tutti {

/// The same numbers for the same seed.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// In [0, n), n >= 1.
  int operator()(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace tutti
