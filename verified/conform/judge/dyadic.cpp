#include "verified/conform/judge/dyadic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tutti::conform {
namespace {

using Digits = std::vector<std::uint32_t>;

constexpr int digit_bits = 32;

std::strong_ordering compare(const Digits& a, const Digits& b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  return std::lexicographical_compare_three_way(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

void strip(Digits& digits) {
  while (!digits.empty() && digits.back() == 0) digits.pop_back();
}

Digits add(Digits a, Digits b) {
  if (a.size() < b.size()) std::swap(a, b);
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    carry += a[i] + std::uint64_t{i < b.size() ? b[i] : 0};
    a[i] = static_cast<std::uint32_t>(carry);
    carry >>= digit_bits;
  }
  if (carry) a.push_back(static_cast<std::uint32_t>(carry));
  return a;
}

/// a - b, where a >= b.
Digits subtract(Digits a, const Digits& b) {
  std::int64_t borrow = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    borrow += std::int64_t{a[i]} - std::int64_t{i < b.size() ? b[i] : 0};
    a[i] = static_cast<std::uint32_t>(borrow);
    borrow >>= digit_bits;
  }
  strip(a);
  return a;
}

}  // namespace

Dyadic::Dyadic(std::uint64_t mantissa, std::int64_t exponent)
    : digits_{static_cast<std::uint32_t>(mantissa), static_cast<std::uint32_t>(mantissa >> digit_bits)},
      exponent_(exponent) {
  normalise();
}

template <std::floating_point T>
Dyadic Dyadic::of(T x) {
  int exponent = 0;
  T rest = std::frexp(std::fabs(x), &exponent);  // of the mantissa, less than 1; no operation on it rounds
  Dyadic d;
  d.digits_.resize((std::numeric_limits<T>::digits + digit_bits - 1) / digit_bits);
  for (auto& digit : d.digits_) {
    rest = std::ldexp(rest, digit_bits);
    digit = static_cast<std::uint32_t>(rest);
    rest -= static_cast<T>(digit);
  }
  std::ranges::reverse(d.digits_);
  d.exponent_ = exponent - digit_bits * static_cast<std::int64_t>(d.digits_.size());
  d.negative_ = x < 0;
  d.normalise();
  return d;
}

template Dyadic Dyadic::of(float);
template Dyadic Dyadic::of(double);
template Dyadic Dyadic::of(long double);

void Dyadic::normalise() {
  strip(digits_);
  const auto zeros = std::ranges::find_if(digits_, [](std::uint32_t d) { return d != 0; }) - digits_.begin();
  digits_.erase(digits_.begin(), digits_.begin() + zeros);
  exponent_ += zeros * digit_bits;
  if (digits_.empty()) negative_ = false, exponent_ = 0;
}

Digits Dyadic::scaled_to(std::int64_t exponent) const {
  if (digits_.empty()) return {};
  const auto by = static_cast<std::uint64_t>(exponent_ - exponent);
  Digits scaled(by / digit_bits, 0);
  std::uint64_t carry = 0;
  for (const auto d : digits_) {
    carry |= std::uint64_t{d} << by % digit_bits;
    scaled.push_back(static_cast<std::uint32_t>(carry));
    carry >>= digit_bits;
  }
  if (carry) scaled.push_back(static_cast<std::uint32_t>(carry));
  return scaled;
}

Dyadic Dyadic::operator-() const {
  auto d = *this;
  d.negative_ = !negative_ && !digits_.empty();
  return d;
}

Dyadic Dyadic::operator+(const Dyadic& other) const {
  if (digits_.empty()) return other;
  if (other.digits_.empty()) return *this;
  Dyadic sum;
  sum.exponent_ = std::min(exponent_, other.exponent_);
  auto a = scaled_to(sum.exponent_), b = other.scaled_to(sum.exponent_);
  if (negative_ == other.negative_) {
    sum.negative_ = negative_;
    sum.digits_ = add(std::move(a), std::move(b));
  } else {
    const bool greater = compare(a, b) >= 0;
    sum.negative_ = greater ? negative_ : other.negative_;
    sum.digits_ = greater ? subtract(std::move(a), b) : subtract(std::move(b), a);
  }
  sum.normalise();
  return sum;
}

Dyadic Dyadic::operator*(const Dyadic& other) const {
  Dyadic product;
  product.negative_ = negative_ != other.negative_;
  product.exponent_ = exponent_ + other.exponent_;
  product.digits_.assign(digits_.size() + other.digits_.size(), 0);
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < other.digits_.size(); ++j) {
      carry += product.digits_[i + j] + std::uint64_t{digits_[i]} * other.digits_[j];
      product.digits_[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= digit_bits;
    }
    product.digits_[i + other.digits_.size()] = static_cast<std::uint32_t>(carry);
  }
  product.normalise();
  return product;
}

std::strong_ordering Dyadic::operator<=>(const Dyadic& other) const {
  const auto difference = *this - other;
  if (difference.digits_.empty()) return std::strong_ordering::equal;
  return difference.negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
}

Dyadic Dyadic::magnitude() const { return negative_ ? -*this : *this; }

long double Dyadic::approximation() const {
  long double value = 0;
  auto exponent = exponent_;
  for (const auto d : digits_) {
    value +=
        std::ldexp(static_cast<long double>(d), static_cast<int>(std::clamp<std::int64_t>(exponent, -100000, 100000)));
    exponent += digit_bits;
  }
  return negative_ ? -value : value;
}

}  // namespace tutti::conform
