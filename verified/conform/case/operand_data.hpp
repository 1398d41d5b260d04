// Random elements for the predefined operations: such that any wrong bit of a
// result shows.
#pragma once
#include <cstddef>
#include <cstdint>

#include "spec/op.hpp"
#include "spec/schedule.hpp"

namespace tutti::conform {

/// Whose contribution to which element is drawn. What ranks agree on, such as
/// the range of their numbers, follows from `element`.
struct Drawn {
  int ranks = 1;              ///< that contribute
  Rank rank = 0;              ///< below that
  std::uint64_t element = 0;  ///< random, the same at all ranks
};

/// Writes what that rank contributes.
///
/// Unsigned numbers are any, and their sums and products wrap. Signed sums and
/// products are as large as they can be without an overflow under any
/// bracketing and order, so that all bits of a result take part, and a product
/// is never 0. Floating-point numbers have all exponents, denormal ones
/// included, with neither overflow nor, but where the result is exact
/// nevertheless, underflow on the way; a few summands and factors are NaN, and
/// summands infinite. Operands of extremes and of locations agree in more or
/// fewer of their upper bits, so that a comparison of fewer bits shows, and
/// ties occur; no zero has a sign. Of bits and truth values one operand in
/// eight decides the result, or fewer where there are more ranks; truth values
/// of integers are not only 0 and 1, unless `only_0_and_1`, for what Fortran
/// calls true is its compiler's affair.
void draw_element(std::byte* to, Op op, Type type, const Drawn& drawn, bool only_0_and_1 = false);

/// What `rank` of so many contributes to a call: `elements` such elements, side by side, which the seed determines.
void draw_elements(std::byte* to, std::int64_t elements, Op op, Type type, Rank rank, int ranks, std::uint64_t seed,
                   bool only_0_and_1 = false);

/// The seed of the data of a group (reference/exchange.hpp) in a call of a case with that seed.
std::uint64_t seed_of_group(std::uint64_t seed, int group);

}  // namespace tutti::conform
