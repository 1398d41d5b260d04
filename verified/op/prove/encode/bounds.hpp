// Bounds of constants that assumptions tell at a glance.
#pragma once
#include <unordered_map>

#include "verified/op/prove/encode/interval.hpp"
#include "verified/op/prove/laws/question.hpp"

namespace tutti::op {

/// A leaf's value as its scalar takes it, signed or unsigned, by the number of the constant (z3::expr::id): what its
/// width holds, less what conjuncts such as x < 7 and x < y exclude.
std::unordered_map<unsigned, Interval> bounds_of(const z3::expr_vector& assumptions,
                                                 const std::vector<Constant>& leaves);

}  // namespace tutti::op
