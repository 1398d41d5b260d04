// The arithmetic types of C, by the words that name them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "verified/op/type.hpp"

namespace tutti::op {

/// How this machine holds a T.
template <class T>
constexpr Scalar scalar_of() {
  if (std::is_same_v<T, bool>) return Scalar::boolean;
  if (std::is_floating_point_v<T>) return sizeof(T) == 4 ? Scalar::f32 : sizeof(T) == 8 ? Scalar::f64 : Scalar::f80;
  const bool is_signed_type = std::is_signed_v<T>;
  switch (sizeof(T)) {
    case 1: return is_signed_type ? Scalar::i8 : Scalar::u8;
    case 2: return is_signed_type ? Scalar::i16 : Scalar::u16;
    case 4: return is_signed_type ? Scalar::i32 : Scalar::u32;
    default: return is_signed_type ? Scalar::i64 : Scalar::u64;
  }
}

struct Arithmetic {
  std::string_view words;  ///< in alphabetical order
  Scalar scalar;
  bool is_complex = false;
};

inline constexpr Arithmetic arithmetic[] = {
    {"_Bool", Scalar::boolean},
    {"bool", Scalar::boolean},
    {"char", Scalar::i8},
    {"char signed", Scalar::i8},
    {"char unsigned", Scalar::u8},
    {"short", scalar_of<short>()},
    {"int short", scalar_of<short>()},
    {"short signed", scalar_of<short>()},
    {"int short signed", scalar_of<short>()},
    {"short unsigned", scalar_of<unsigned short>()},
    {"int short unsigned", scalar_of<unsigned short>()},
    {"int", scalar_of<int>()},
    {"signed", scalar_of<int>()},
    {"int signed", scalar_of<int>()},
    {"unsigned", scalar_of<unsigned>()},
    {"int unsigned", scalar_of<unsigned>()},
    {"long", scalar_of<long>()},
    {"int long", scalar_of<long>()},
    {"long signed", scalar_of<long>()},
    {"int long signed", scalar_of<long>()},
    {"long unsigned", scalar_of<unsigned long>()},
    {"int long unsigned", scalar_of<unsigned long>()},
    {"long long", scalar_of<long long>()},
    {"int long long", scalar_of<long long>()},
    {"long long signed", scalar_of<long long>()},
    {"int long long signed", scalar_of<long long>()},
    {"long long unsigned", scalar_of<unsigned long long>()},
    {"int long long unsigned", scalar_of<unsigned long long>()},
    {"float", Scalar::f32},
    {"double", Scalar::f64},
    {"double long", Scalar::f80},
    {"_Complex float", Scalar::f32, true},
    {"_Complex double", Scalar::f64, true},
    {"_Complex double long", Scalar::f80, true},
    {"complex float", Scalar::f32, true},
    {"complex double", Scalar::f64, true},
    {"complex double long", Scalar::f80, true},
    {"int8_t", Scalar::i8},
    {"uint8_t", Scalar::u8},
    {"int16_t", Scalar::i16},
    {"uint16_t", Scalar::u16},
    {"int32_t", Scalar::i32},
    {"uint32_t", Scalar::u32},
    {"int64_t", Scalar::i64},
    {"uint64_t", Scalar::u64},
    {"int_least8_t", scalar_of<std::int_least8_t>()},
    {"uint_least8_t", scalar_of<std::uint_least8_t>()},
    {"int_least16_t", scalar_of<std::int_least16_t>()},
    {"uint_least16_t", scalar_of<std::uint_least16_t>()},
    {"int_least32_t", scalar_of<std::int_least32_t>()},
    {"uint_least32_t", scalar_of<std::uint_least32_t>()},
    {"int_least64_t", scalar_of<std::int_least64_t>()},
    {"uint_least64_t", scalar_of<std::uint_least64_t>()},
    {"int_fast8_t", scalar_of<std::int_fast8_t>()},
    {"uint_fast8_t", scalar_of<std::uint_fast8_t>()},
    {"int_fast16_t", scalar_of<std::int_fast16_t>()},
    {"uint_fast16_t", scalar_of<std::uint_fast16_t>()},
    {"int_fast32_t", scalar_of<std::int_fast32_t>()},
    {"uint_fast32_t", scalar_of<std::uint_fast32_t>()},
    {"int_fast64_t", scalar_of<std::int_fast64_t>()},
    {"uint_fast64_t", scalar_of<std::uint_fast64_t>()},
    {"intmax_t", scalar_of<std::intmax_t>()},
    {"uintmax_t", scalar_of<std::uintmax_t>()},
    {"intptr_t", scalar_of<std::intptr_t>()},
    {"uintptr_t", scalar_of<std::uintptr_t>()},
    {"size_t", scalar_of<std::size_t>()},
    {"ssize_t", scalar_of<std::make_signed_t<std::size_t>>()},
    {"ptrdiff_t", scalar_of<std::ptrdiff_t>()},
};

}  // namespace tutti::op
