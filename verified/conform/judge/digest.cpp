#include "verified/conform/judge/digest.hpp"

#include <cstring>
#include <limits>
#include <type_traits>

#include "verified/conform/case/loads.hpp"
#include "verified/conform/case/mix.hpp"

namespace tutti::conform {

namespace {

void add(std::uint64_t& hash, const std::byte* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += sizeof hash) {
    std::uint64_t word = 0;
    std::memcpy(&word, from + i, std::min(sizeof word, bytes - i));
    hash = mix(hash ^ word);
  }
}

template <class T>
void add_value(std::uint64_t& hash, const T& value) {
  constexpr bool extended = std::is_same_v<T, long double> && std::numeric_limits<long double>::digits == 64;
  if constexpr (requires { value.index; }) {
    add_value(hash, value.value);
    add_value(hash, value.index);
  } else if constexpr (requires { value.imaginary; }) {
    add_value(hash, value.real);
    add_value(hash, value.imaginary);
  } else {
    add(hash, reinterpret_cast<const std::byte*>(&value), extended ? 10 : sizeof value);
  }
}

}  // namespace

std::string digest(const std::string& load, std::span<const std::byte> elements) {
  std::uint64_t hash = 0;
  if (const auto predefined = predefined_named(load))
    visit(predefined->second, [&]<class T>(std::type_identity<T>) {
      for (std::size_t at = 0; at < elements.size(); at += sizeof(T)) {
        T value;
        std::memcpy(&value, elements.data() + at, sizeof value);
        add_value(hash, value);
      }
    });
  else
    add(hash, elements.data(), elements.size());
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[hash >> shift & 15];
  return text;
}

}  // namespace tutti::conform
