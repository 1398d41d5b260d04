// The smallest operands that still fail.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "verified/op/law_finding.hpp"
#include "verified/op/type.hpp"

namespace tutti::op {

/// Which of several operands fails first, if any.
using FirstBad = std::function<std::optional<std::size_t>(const std::vector<Bytes>&)>;

/// From operands that fail (elements, one behind the other) to ones that have fewer leaves other than 0, and among
/// those, simpler values: small whole numbers, then few digits. Always the same for the same operands. Ends after
/// `seconds` with the best so far.
Bytes shrink(const Type& type, Bytes operands, const FirstBad& first_bad, double seconds);

}  // namespace tutti::op
