#include "verified/library/nearness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tutti::library {
namespace {

constexpr int much = 16;  ///< times as far as results lie apart

// ---- of floating-point numbers

struct Precision {
  long double epsilon, least_normal;
};

template <class T>
Precision precision_as() {
  return {static_cast<long double>(std::numeric_limits<T>::epsilon()),
          static_cast<long double>(std::numeric_limits<T>::min())};
}

Precision precision_of(const Field& field) {
  if (field.holds == Holds::float_number) return precision_as<float>();
  if (field.holds == Holds::double_number) return precision_as<double>();
  return precision_as<long double>();
}

/// `outside` says how far it may lie outside of some finite numbers: outside(part, most - least, greatest magnitude).
template <class Outside>
bool lies_among(const Field& field, std::span<const std::byte> found, const std::set<Bytes>& results,
                const Outside& outside) {
  if (!is_finite(field, found.data()))  // how infinite parts of complex numbers multiply is for the compiler
    return std::ranges::any_of(results, [&](const Bytes& r) {
      if (field.is_complex) return !is_finite(field, r.data());
      const auto a = number_of(field, found.data(), 0), b = number_of(field, r.data(), 0);
      return a == b || (std::isnan(a) && std::isnan(b));
    });
  for (std::size_t part = 0; part < field.parts(); ++part) {
    const auto x = number_of(field, found.data(), part);
    long double least = std::numeric_limits<long double>::infinity(), most = -least;
    for (const auto& r : results) {
      if (!is_finite(field, r.data())) continue;
      const auto n = number_of(field, r.data(), part);
      least = std::min(least, n), most = std::max(most, n);
    }
    if (least > most) return false;  // none is finite
    const auto greatest = std::max(std::abs(least), std::abs(most));
    const bool may_be_flushed = x == 0 && greatest < precision_of(field).least_normal;
    const auto off = outside(part, most - least, greatest);
    if (!may_be_flushed && !(least - x <= off && x - most <= off)) return false;
  }
  return true;
}

bool lies_about_floating(const Field& field, std::span<const std::byte> found, const Evidence& evidence,
                         std::span<const std::vector<std::byte>> operands) {
  return lies_among(field, found, evidence.results, [&](std::size_t part, long double apart, long double greatest) {
    long double all = 0;
    for (const auto& operand : operands)
      if (is_finite(field, operand.data())) all += std::abs(number_of(field, operand.data(), part));
    const auto roundings = static_cast<long double>(2 * (operands.size() - 1));
    return much * apart + roundings * precision_of(field).epsilon * std::max(all, greatest);
  });
}

// ---- of integers and bytes

bool is_some(const std::vector<bool>& flags, std::size_t at, std::size_t bytes) {
  const auto begin = flags.begin() + static_cast<std::ptrdiff_t>(at);
  return std::any_of(begin, begin + static_cast<std::ptrdiff_t>(bytes), [](bool it_is) { return it_is; });
}

bool lies_about_integers(const Field& field, std::span<const std::byte> found, const Evidence& evidence) {
  Wide least = integer_of(field, evidence.results.begin()->data()), most = least;
  for (const auto& r : evidence.results) {
    const auto n = integer_of(field, r.data());
    least = std::min(least, n), most = std::max(most, n);
  }
  if (least == most && is_some(evidence.rounded, field.at, field.bytes)) return true;
  const auto x = integer_of(field, found.data()), off = much * (most - least);
  return least - x <= off && x - most <= off;
}

/// A number of 2 to 8 bytes as one that grows with it: of floating-point numbers the bit pattern, of which the sign
/// turns the order round.
Wide ordinal(const std::byte* at, std::size_t bytes) {
  const auto n = integer_of({Holds::unsigned_integer, 0, bytes}, at);
  const auto sign = static_cast<Wide>(1) << (8 * bytes - 1);
  return (n & sign) != 0 ? -(n & (sign - 1)) - 1 : n;
}

/// Whether a number that is taken to stand there lies about those of the results. One of which the upper half is
/// rounded, too, is rather two: of numbers that cancel each other so much is left of each half that it hides nothing.
bool lies_about_in_bytes(std::span<const std::byte> found, const Evidence& evidence, std::size_t operands,
                         std::size_t at, std::size_t bytes) {
  const auto& first = *evidence.results.begin();
  Wide least = ordinal(&first[at], bytes), most = least;
  bool low_byte_is_alike = true;
  for (const auto& result : evidence.results) {
    const auto n = ordinal(&result[at], bytes);
    least = std::min(least, n), most = std::max(most, n);
    low_byte_is_alike = low_byte_is_alike && result[at] == first[at];
  }
  const auto n = ordinal(&found[at], bytes);
  const bool is_rounded = is_some(evidence.rounded, at, bytes);
  const auto apart = std::max(most - least, static_cast<Wide>(is_rounded ? operands : 0));
  const bool is_two = bytes > 2 && most - least > static_cast<Wide>(1) << (4 * bytes);
  const bool ends_before = most > least && low_byte_is_alike;  // what is alike at the low end was not rounded
  if (is_two || ends_before) return false;
  return least - n <= much * apart && n - most <= much * apart;
}

bool lies_about_bytes(const Field& field, std::span<const std::byte> found, const Evidence& evidence,
                      std::size_t operands) {
  const std::size_t end = field.at + field.bytes;
  const std::size_t step = field.bytes % 4 == 0 ? 4 : field.bytes % 2 == 0 ? 2 : 1;
  const auto may_belong = [&](std::size_t b) {
    for (const std::size_t bytes : {2, 4, 8})
      for (auto at = field.at + (b - field.at) / step * step; at + bytes > b; at -= step) {
        if (at + bytes <= end && lies_about_in_bytes(found, evidence, operands, at, bytes)) return true;
        if (at < field.at + step) break;
      }
    return false;
  };
  for (std::size_t b = field.at; b < end; ++b) {
    const auto is_there = [&](const Bytes& r) { return r[b] == found[b]; };
    if (!evidence.undetermined[b] && std::ranges::none_of(evidence.results, is_there) && !may_belong(b)) return false;
  }
  return true;
}

}  // namespace

bool lies_about(std::span<const std::byte> found, const Evidence& evidence,
                std::span<const std::vector<std::byte>> operands, std::span<const Field> fields) {
  return std::ranges::all_of(fields, [&](const Field& field) {
    if (field.holds == Holds::bytes) return lies_about_bytes(field, found, evidence, operands.size());
    if (is_some(evidence.undetermined, field.at, field.bytes)) return true;
    return field.is_integer() ? lies_about_integers(field, found, evidence)
                              : lies_about_floating(field, found, evidence, operands);
  });
}

bool lies_between(std::span<const std::byte> found, const std::set<Bytes>& results, std::span<const Field> fields) {
  return std::ranges::all_of(fields, [&](const Field& field) {
    return lies_among(field, found, results, [](std::size_t, long double, long double) { return 0.0L; });
  });
}

}  // namespace tutti::library
