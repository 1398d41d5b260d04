// The arithmetic of counts, offsets and sizes that the executor evaluates. Written once: with std::int64_t it runs,
// with smt::Term it is proved for all counts (verified/check/smt/counts.hpp). All in elements, or all in bytes.
#pragma once
#include <cstdint>
#include <limits>
#include <string>

#include "verified/schedule/arithmetic.hpp"
#include "verified/schedule/error.hpp"

namespace tutti {

[[noreturn]] inline void throw_too_large(std::int64_t a, const char* operation, std::int64_t b) {
  throw Error("the call is too large: " + std::to_string(a) + operation + std::to_string(b) +
              " does not fit into 64 bits");
}

/// a + b, a - b, a * b. Throw Error where the result does not fit.
inline std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t result;
  if (__builtin_add_overflow(a, b, &result)) throw_too_large(a, " + ", b);
  return result;
}
inline std::int64_t checked_difference(std::int64_t a, std::int64_t b) {
  std::int64_t result;
  if (__builtin_sub_overflow(a, b, &result)) throw_too_large(a, " - ", b);
  return result;
}
inline std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t result;
  if (__builtin_mul_overflow(a, b, &result)) throw_too_large(a, " * ", b);
  return result;
}

/// Whether n >= 0 is a count that MPI takes, and that count.
template <class N>
constexpr auto fits_int(const N& n) {
  return n <= std::numeric_limits<int>::max();
}
constexpr int as_int(std::int64_t n) { return static_cast<int>(n); }

/// Where block i of `blocks` that share n elements equally begins, 0 <= i <= blocks: the first n % blocks ones have one
/// more.
template <class N>
constexpr N equal_offset(const N& n, const N& blocks, const N& i) {
  return i * (n / blocks) + least(i, n % blocks);
}

/// The least multiple of `grain` > 0 from n >= 0 on. Throws Error where n + grain - 1 does not fit.
template <class N>
N rounded_up(const N& n, int grain) {
  return checked_sum(n, grain - 1) / grain * grain;
}

/// Whether the n elements from `at` on exist and lie in an area of `size` >= 0.
template <class N>
constexpr auto within(const N& at, const N& n, const N& size) {
  return and_then(0 <= at, [&] { return at <= size && 0 <= n && n <= size - at; });
}

/// Where n elements from `at` on end; both exist.
template <class N>
constexpr N end_of(const N& at, const N& n) {
  return at + n;
}

/// From the origin of element 0 to that of element `at`, or the data of so many elements, in bytes.
template <class N, class Extent>
constexpr N byte_offset(const N& at, const Extent& extent) {
  return at * extent;
}

/// Where `start` bytes into memory at `own` the data of element 0 begins: the origin of that element.
template <class Address, class N>
constexpr Address origin_at(const Address& own, const N& start, const N& true_lower) {
  return own + start - true_lower;
}

/// The bytes from the first of `elements` >= 1 elements to the end of the last, for an extent > 0; for any other extent
/// only a check. Throws Error where they do not fit.
template <class N>
N span_of(const N& elements, const N& extent, const N& true_extent) {
  return checked_sum(checked_product(elements - 1, extent), true_extent);
}

/// How many elements of `size` > 0 bytes have at most `bytes` > 0 bytes of data, but at least one.
template <class N>
constexpr N elements_in(const N& bytes, const N& size) {
  return bytes / least(bytes, size);
}

/// The length of the stretch that begins at `first` where [0, n) is cut into stretches of `most` >= 1; 0 <= first <= n.
template <class N>
constexpr N stretch(const N& first, const N& most, const N& n) {
  return least(most, n - first);
}

/// body(first, length) for all these stretches, in order.
template <class F>
void for_each_stretch(std::int64_t n, std::int64_t most, F body) {
  for (std::int64_t first = 0, length; first < n; first += length) {
    length = stretch(first, most, n);
    body(first, length);
  }
}

}  // namespace tutti
