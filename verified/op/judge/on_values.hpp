// The terms of a call on concrete operands.
#pragma once
#include "verified/op/prove/solve.hpp"
#include "verified/op/prove/summary.hpp"

namespace tutti::op {

/// Values for the constants of the call, from the vectors in memory.
Assignment assign_operands(const Summary& call, const Type& type, const std::byte* in, const std::byte* inout);

}  // namespace tutti::op
