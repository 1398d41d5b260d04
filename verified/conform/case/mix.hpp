// Pseudo-random numbers that every rank can compute.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace tutti::conform {

/// The finaliser of splitmix64: neighbouring numbers become unrelated ones.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

/// `n` bytes that `start` determines.
inline std::vector<std::byte> random_bytes(std::uint64_t start, std::size_t n) {
  std::vector<std::byte> bytes(n);
  for (std::size_t i = 0; i < n; i += sizeof start) {
    const auto word = mix(mix(start) + i);
    std::memcpy(bytes.data() + i, &word, std::min(sizeof word, n - i));
  }
  return bytes;
}

}  // namespace tutti::conform
