// Which calls go wrong by the source.
#pragma once
#include <functional>

#include "verified/op/law_finding.hpp"
#include "verified/op/prove/prove_laws.hpp"

namespace tutti::op {

/// Has a call a fault of memory or total by its source? False where the source is not modelled. To be asked from one
/// thread.
std::function<bool(const Bytes& in, const Bytes& inout, int len)> faulty_calls(const Symbolic& symbolic);

}  // namespace tutti::op
