// Random elements of MPI's predefined datatypes, and the operations that take them.
#pragma once
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "spec/op.hpp"

namespace tutti {

using RandomBits = std::mt19937_64;

inline int below(RandomBits& random, int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); }

/// Any value: small ones, so that ties happen; the limits; all bits.
template <std::integral T>
void draw(RandomBits& random, T& x) {
  using limits = std::numeric_limits<T>;
  switch (below(random, 4)) {
    case 0: x = static_cast<T>(below(random, 4)); break;
    case 1: x = limits::min(); break;
    case 2: x = limits::max(); break;
    default: x = static_cast<T>(random());
  }
}

/// Any value: those that rules single out; some that a sum rounds; all exponents.
template <std::floating_point T>
void draw(RandomBits& random, T& x) {
  using limits = std::numeric_limits<T>;
  const std::array special{T(0),
                           -T(0),
                           T(1),
                           limits::infinity(),
                           -limits::infinity(),
                           limits::quiet_NaN(),
                           -limits::quiet_NaN(),
                           limits::denorm_min(),
                           limits::max(),
                           limits::lowest()};
  const auto scaled = [&](int exponent) {
    return std::ldexp(static_cast<T>(static_cast<std::int64_t>(random())), exponent - 63);
  };
  switch (below(random, 4)) {
    case 0:
    case 1: x = special[random() % special.size()]; break;
    case 2: x = scaled(below(random, 20)); break;
    default: x = scaled(below(random, 2 * limits::max_exponent) - limits::max_exponent);
  }
}

template <class T>
void draw(RandomBits& random, Complex<T>& x) {
  draw(random, x.real);
  draw(random, x.imaginary);
}

inline void draw(RandomBits& random, Bool& x) { x = static_cast<Bool>(below(random, 2) * below(random, 256)); }
inline void draw(RandomBits& random, std::byte& x) { x = static_cast<std::byte>(random()); }

template <class Value>
void draw(RandomBits& random, Pair<Value>& x) {
  draw(random, x.value);
  draw(random, x.index);
}

template <class F>
void for_each_allowed(F f) {
  for (const auto& op : ops)
    for (const auto& type : types)
      if (allowed(op.id, type.id)) f(op.id, type.id);
}

inline std::string name_of(Op op, Type type) {
  return std::string(row(op).mpi_name) + " on " + std::string(row(type).mpi_name);
}

}  // namespace tutti
