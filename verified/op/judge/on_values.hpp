// What the terms of a call say of concrete operands.
#pragma once
#include <functional>

#include "verified/op/prove/prove_laws.hpp"
#include "verified/op/prove/solve.hpp"

namespace tutti::op {

/// Values for the constants of the call, from the vectors in memory.
Assignment assign_operands(const Summary& call, const Type& type, const std::byte* in, const std::byte* inout);

/// Has a call a fault of memory or total by its source? False where the source is not modelled. To be asked from one
/// thread.
std::function<bool(const Bytes& in, const Bytes& inout, int len)> faulty_calls(const Symbolic& symbolic);

}  // namespace tutti::op
