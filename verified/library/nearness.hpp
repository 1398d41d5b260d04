// Where a result lies among others of the same call, of which nobody knows how they were rounded.
#pragma once
#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include "verified/library/fields.hpp"

namespace tutti::library {

using Bytes = std::vector<std::byte>;

/// What an operator makes of the operands of an element, all packed.
struct Evidence {
  std::set<Bytes> results;         ///< of all of them, in some orders: at least one
  std::vector<bool> rounded;       ///< for each byte: of some operands two orders have made others
  std::vector<bool> undetermined;  ///< for each byte: the same call has made another one the second time
};

/// Whether every number of `found` lies about those of the results. Where these are one number that nothing has
/// rounded, it is that one; else it may lie at most sixteen times as far outside of them as they lie apart, and
/// floating-point numbers besides as far off as sums are whose numbers are as great as the results, or as the operands
/// together: 2(n - 1) roundings. Integers that are rounded and one in all results may be any. Infinities and NaNs lie
/// about their like; zeros about zeros of the other sign, and about denormal numbers, which some arithmetic takes for
/// zero. In bytes of which nobody says what they are, each byte that is in none of the results must belong to some
/// number of 2 to 8 bytes, taken for an integer or for one of IEEE's, that lies about those there. What is undetermined
/// is not looked at.
bool lies_about(std::span<const std::byte> found, const Evidence& evidence,
                std::span<const std::vector<std::byte>> operands, std::span<const Field> fields);

/// The same of floating-point numbers of which the results are those of every order: it lies between these.
bool lies_between(std::span<const std::byte> found, const std::set<Bytes>& results, std::span<const Field> fields);

}  // namespace tutti::library
