#include "verified/op/prove/encode/value.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace tutti::op {
namespace {

/// Bits [low, low + n) of a bit-vector's value, n <= 64.
std::uint64_t bits(const z3::expr& value, unsigned low, unsigned n) {
  return value.extract(low + n - 1, low).simplify().get_numeral_uint64();
}

void put(std::byte* to, std::uint64_t value, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) to[i] = static_cast<std::byte>(value >> 8 * i & 255);
}

/// x87's format has the leading bit of the significand, which IEEE's formats imply.
void put_f80(std::byte* to, std::uint64_t sign_and_exponent, std::uint64_t fraction) {
  const bool normal = (sign_and_exponent & 0x7fff) != 0;
  put(to, fraction | static_cast<std::uint64_t>(normal) << 63, 8);
  put(to + 8, sign_and_exponent, 2);
}

void put_nan(std::byte* to, Scalar scalar) {
  if (scalar == Scalar::f32) return put(to, 0x7fc00000, 4);
  if (scalar == Scalar::f64) return put(to, 0x7ff8000000000000, 8);
  put_f80(to, 0x7fff, std::uint64_t{1} << 62);
}

bool put_floating(std::byte* to, const z3::expr& value, Scalar scalar) {
  auto& context = value.ctx();
  if (z3::expr(context, Z3_mk_fpa_is_nan(context, value)).simplify().is_true()) return put_nan(to, scalar), true;
  const auto ieee = z3::expr(context, Z3_mk_fpa_to_ieee_bv(context, value)).simplify();
  if (!ieee.is_numeral()) return false;
  if (scalar == Scalar::f80)
    put_f80(to, bits(ieee, 63, 16), bits(ieee, 0, 63));
  else
    put(to, bits(ieee, 0, ieee.get_sort().bv_size()), value_bytes(scalar));
  return true;
}

/// Puts a rational or algebraic number, for which Z3 writes "0.3333?".
void put_real(std::byte* to, const z3::expr& value, Scalar scalar) {
  const auto wide = std::strtold(value.get_decimal_string(30).c_str(), nullptr);
  const auto copy = [to](auto narrow, std::size_t n) { std::memcpy(to, &narrow, n); };
  if (scalar == Scalar::f32)
    copy(static_cast<float>(wide), 4);
  else if (scalar == Scalar::f64)
    copy(static_cast<double>(wide), 8);
  else
    copy(wide, 10);
}

bool is_number(const z3::expr& value) { return value.is_numeral() || value.is_algebraic(); }

/// False where it is no value.
bool put_value(std::byte* to, const z3::expr& value, Scalar scalar) {
  if (value.is_fpa()) return put_floating(to, value, scalar);
  if (!is_number(value)) return false;
  if (value.is_real())
    put_real(to, value, scalar);
  else
    put(to, bits(value, 0, value.get_sort().bv_size()), value_bytes(scalar));
  return true;
}

}  // namespace

std::optional<Bytes> bytes_of(const std::vector<Element>& elements, const Type& type, const Assignment& assignment,
                              const std::string& name, std::string& exact) {
  Bytes bytes(elements.size() * type.size);
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (std::size_t i = 0; i < type.leaves.size(); ++i) {
      const auto& leaf = type.leaves[i];
      const auto value = evaluate(elements[e][i], assignment);
      if (!put_value(&bytes[e * type.size + leaf.offset], value, leaf.scalar)) return {};
      if (value.is_real() && value.get_decimal_string(1).find('.') != std::string::npos)
        exact += (exact.empty() ? "" : ", ") + name + leaf.path + " = " + value.to_string();
    }
  return bytes;
}

}  // namespace tutti::op
