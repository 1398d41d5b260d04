// The laws of an operator, asked of what symbolic execution found of it.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verified/op/finding.hpp"
#include "verified/op/summary.hpp"

namespace tutti::user {

/// Makes the same summary in any context: queries run at once, each in a context of its own.
struct Symbolic {
  Type type;
  std::function<Summary(z3::context&, int len, Floats floats)> call;
  /// What --pre says of an element; absent where nothing.
  std::function<z3::expr(const Element& element, Floats floats)> pre = {};
  bool equal_by_value = false;  ///< --equal value: +0 equals -0
  std::vector<int> lengths = {1, 2, 3};
  bool canonical = false;  ///< what holds for len 1 holds for every len
};

struct Limits {
  double seconds = 10;  ///< for each query
  int jobs = 1;
};

/// Findings of memory, total, split-safe, pure, associative, commutative, identity, idempotent, order and closed, each
/// in all domains that the type has.
std::vector<Finding> prove_laws(const Symbolic& symbolic, const Limits& limits);

}  // namespace tutti::user
