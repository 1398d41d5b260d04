// Values of terms as bytes in memory.
#pragma once
#include <z3++.h>

#include <optional>
#include <string>
#include <vector>

#include "verified/op/law_finding.hpp"
#include "verified/op/prove/solve.hpp"
#include "verified/op/prove/summary.hpp"

namespace tutti::op {

/// Elements one after another, their leaves' values put where the type has them and 0 into the padding. A real number
/// becomes the nearest value of the leaf, and unless it is an integer it is added to `exact` as "x.v = (/ 1 3)" for the
/// name "x". Absent where a leaf has no value under the assignment.
std::optional<Bytes> bytes_of(const std::vector<Element>& elements, const Type& type, const Assignment& assignment,
                              const std::string& name, std::string& exact);

}  // namespace tutti::op
