// Bit-vectors as integers: comparisons of many values, and arithmetic that does not wrap around, are easy there.
#pragma once
#include <optional>

#include "verified/op/prove/laws/question.hpp"

namespace tutti::op {

/// Claims over integers that cannot hold all at once only if the question's claim holds under its assumptions. (That
/// they can says nothing.) Absent where the question has an operation that is not lifted.
///
/// Each bit-vector of w bits becomes an integer that is congruent to it modulo 2^w, so that +, - and * need no care; an
/// operation that looks at the value (<, /, %, a wider type) needs an integer that is the value, of the sign that it
/// takes it with: bounds show that it is, or else the claims say that it is not always. Each floating-point value
/// becomes its ordinal, with -0 beside 0, and NaN; only comparisons, negations and choices are lifted there.
std::optional<z3::expr_vector> lift_to_integers(const Question& question, const std::vector<Constant>& leaves);

}  // namespace tutti::op
