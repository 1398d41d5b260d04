// What arithmetic needs that is written once, as a template over the integer type N, and both runs and is proved: with
// int or std::int64_t it runs, with smt::Term (verified/check/smt/term.hpp) an SMT solver proves it. Such templates use
// + - * / % & | ^ ~, comparisons, && || ! on their results, and these functions; never the conditional operator.
#pragma once

namespace tutti {

/// then() where it is true, otherwise() where not; the other one is not evaluated.
template <class Then, class Otherwise>
constexpr auto if_else(bool it_is, Then then, Otherwise otherwise) {
  return it_is ? then() : otherwise();
}

/// `then` where it is true, `otherwise` where not; both have been computed.
template <class T>
constexpr T chosen(bool it_is, const T& then, const T& otherwise) {
  return it_is ? then : otherwise;
}

/// Whether `first` and then second() hold; the latter is not evaluated where the former does not hold.
template <class Second>
constexpr bool and_then(bool first, Second second) {
  return first && second();
}

/// The number whose bits are those of 0 <= n < 2^31 from the last to the first, as a number of 31 bits.
constexpr int reversed(int n) {
  auto bits = static_cast<unsigned>(n);
  bits = (bits & 0x55555555) << 1 | (bits >> 1 & 0x55555555);  // neighbours change places, then pairs, …
  bits = (bits & 0x33333333) << 2 | (bits >> 2 & 0x33333333);
  bits = (bits & 0x0f0f0f0f) << 4 | (bits >> 4 & 0x0f0f0f0f);
  bits = (bits & 0x00ff00ff) << 8 | (bits >> 8 & 0x00ff00ff);
  bits = bits << 16 | bits >> 16;
  return static_cast<int>(bits >> 1);
}

/// The lesser of two.
template <class N>
constexpr N least(const N& a, const N& b) {
  return if_else(
      a < b, [&] { return a; }, [&] { return b; });
}

/// Whether 2q is at most n too, for q <= n. Does not overflow.
template <class N>
constexpr auto fits_twice(const N& q, const N& n) {
  return q <= n / 2;
}

/// r + d modulo p, for 0 <= r < p and 0 <= d <= p. Does not overflow for any p. D is N, or int for a constant.
template <class N, class D>
constexpr N wrap_up(const N& r, const D& d, const N& p) {
  return if_else(
      r < p - d, [&] { return r + d; }, [&] { return r - (p - d); });
}

/// r - d modulo p, for 0 <= r < p and 0 <= d <= p.
template <class N, class D>
constexpr N wrap_down(const N& r, const D& d, const N& p) {
  return if_else(
      r < d, [&] { return r + (p - d); }, [&] { return r - d; });
}

}  // namespace tutti
