#include "verified/check/smt/print_value.hpp"

#include <fmt/format.h>
#include <z3++.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tutti::smt {
namespace {

bool is_nan(const z3::expr& value) {
  return z3::expr(value.ctx(), Z3_mk_fpa_is_nan(value.ctx(), value)).simplify().is_true();
}

/// The bits of a value that is not NaN.
z3::expr bits_of(const z3::expr& value) {
  return z3::expr(value.ctx(), Z3_mk_fpa_to_ieee_bv(value.ctx(), value)).simplify();
}

std::uint64_t unsigned_number(const z3::expr& bits) { return bits.simplify().get_numeral_uint64(); }

std::string print_hexadecimal(const z3::expr& bits) {
  std::string digits;
  const unsigned size = bits.get_sort().bv_size();
  for (unsigned at = 0; at < size; at += 4)
    digits += fmt::format("{:x}", unsigned_number(bits.extract(std::min(at + 3, size - 1), at)));
  return {digits.rbegin(), digits.rend()};
}

/// A number of any size, rounded where a long double has fewer bits.
long double whole_number(const z3::expr& bits) {
  long double number = 0;
  for (unsigned end = bits.get_sort().bv_size(); end > 0;) {
    const unsigned begin = end - std::min(end, 32u);
    const auto next = static_cast<long double>(unsigned_number(bits.extract(end - 1, begin)));
    number = std::ldexp(number, static_cast<int>(end - begin)) + next;
    end = begin;
  }
  return number;
}

/// The value of the bits.
long double decode(const z3::expr& bits, int exponent_bits, int significand_bits) {
  const auto fraction_bits = static_cast<unsigned>(significand_bits - 1), sign_at = bits.get_sort().bv_size() - 1;
  const auto fraction = whole_number(bits.extract(fraction_bits - 1, 0));
  const auto exponent = static_cast<int>(unsigned_number(bits.extract(sign_at - 1, fraction_bits)));
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const auto hidden = exponent == 0 ? 0.0L : std::ldexp(1.0L, significand_bits - 1);
  const auto magnitude = exponent == 2 * bias + 1
                             ? HUGE_VALL
                             : std::ldexp(hidden + fraction, std::max(exponent, 1) - bias - (significand_bits - 1));
  return unsigned_number(bits.extract(sign_at, sign_at)) == 1 ? -magnitude : magnitude;
}

std::string print_floating(const z3::expr& value) {
  if (is_nan(value)) return "NaN";
  const auto bits = bits_of(value);
  const auto exponent_bits = static_cast<int>(value.get_sort().fpa_ebits()),
             significand_bits = static_cast<int>(value.get_sort().fpa_sbits());
  const auto number = decode(bits, exponent_bits, significand_bits);
  const auto decimals = exponent_bits <= 8 && significand_bits <= 24    ? fmt::format("{}", static_cast<float>(number))
                        : exponent_bits <= 11 && significand_bits <= 53 ? fmt::format("{}", static_cast<double>(number))
                                                                        : fmt::format("{}", number);
  return fmt::format("{} = 0x{}", decimals, print_hexadecimal(bits));
}

}  // namespace

std::string print_value(const z3::expr& value) {
  std::int64_t number;
  std::uint64_t bits;
  if (value.is_fpa()) return print_floating(value);
  if (value.is_bv() && value.is_numeral_u64(bits)) {
    const unsigned above = 64 - value.get_sort().bv_size();
    return std::to_string(static_cast<std::int64_t>(bits << above) >> above);
  }
  if (value.is_numeral_i64(number)) return std::to_string(number);
  return value.to_string();
}

}  // namespace tutti::smt
