// The value of a leaf in its C++ type.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "verified/op/type.hpp"

namespace tutti::op {

/// Calls `act` with the value of the scalar at `at`, in its C++ type; a boolean is its byte, a std::uint8_t.
template <class Act>
auto with_value(Scalar scalar, const std::byte* at, Act act) {
  const auto read = [&](auto value) {
    std::memcpy(&value, at, value_bytes(scalar));
    return act(value);
  };
  switch (scalar) {
    case Scalar::i8: return read(std::int8_t{});
    case Scalar::i16: return read(std::int16_t{});
    case Scalar::u16: return read(std::uint16_t{});
    case Scalar::i32: return read(std::int32_t{});
    case Scalar::u32: return read(std::uint32_t{});
    case Scalar::i64: return read(std::int64_t{});
    case Scalar::u64: return read(std::uint64_t{});
    case Scalar::f32: return read(float{});
    case Scalar::f64: return read(double{});
    case Scalar::f80: return read(static_cast<long double>(0));
    default: return read(std::uint8_t{});
  }
}

/// Puts a number, and of a long double the 10 bytes that hold its value.
template <class T>
void put(std::byte* at, T value) {
  std::memcpy(at, &value, std::min(sizeof value, value_bytes(Scalar::f80)));
}

}  // namespace tutti::op
