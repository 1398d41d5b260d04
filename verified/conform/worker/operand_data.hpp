// Random elements for the predefined operations: such that a contribution that is lost, doubled or altered shows in the
// result, as far as the operation lets it.
#pragma once
#include <cstddef>
#include <cstdint>

#include "spec/op.hpp"

namespace tutti::mpi {

/// Writes the element that `random` determines. Unsigned factors are odd, signed summands and factors so small that
/// nothing overflows, which C leaves undefined. Of bits and truth values one operand in eight decides the result, and
/// truth values of integers are not only 0 and 1. The values of pairs are few, so that ties occur. Floating-point
/// numbers have both signs; a few summands and factors are NaN, and summands infinite.
void draw_element(std::byte* to, Op op, Type type, std::uint64_t random);

}  // namespace tutti::mpi
