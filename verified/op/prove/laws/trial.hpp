// A counterexample without a solver: values that break many laws, tried from the simplest.
#pragma once
#include <optional>

#include "verified/op/prove/laws/question.hpp"

namespace tutti::op {

/// Values of a leaf that tell operators apart, the simplest first: 0, 1, -1, …, the largest, the smallest; of floating
/// point also infinities, NaN and -0, which come last.
std::vector<z3::expr> telling_values(z3::context& context, Scalar scalar, Floats floats);

/// Operands under which `wrong` is true, if some are found with the effort.
std::optional<Assignment> try_values(const z3::expr& wrong, const std::vector<Constant>& leaves, Effort effort);

/// With a value for each leaf: the first telling one for those that did not matter.
Assignment complete(Assignment assignment, const std::vector<Constant>& leaves);

/// Operands under which `wrong` is still true, made simpler leaf by leaf while the others stay, as long as the effort
/// allows: the first telling value that does, else one closer to 0.
Assignment shrink(const z3::expr& wrong, const std::vector<Constant>& leaves, const Assignment& assignment,
                  Effort effort);

/// The same where the other leaves may change: a solver gives as many leaves as it can with the effort one of their
/// first telling values.
Assignment shrink_by_solver(const z3::expr_vector& wrong, const std::vector<Constant>& leaves, Assignment assignment,
                            Effort effort);

}  // namespace tutti::op
