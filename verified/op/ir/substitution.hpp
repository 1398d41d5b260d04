// Terms in cells of memory: put in the place of others, collected and compared.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "verified/op/ir/value.hpp"

namespace tutti::op::ir {

/// Puts terms in the place of constants, wherever a value has them.
class Substitution {
 public:
  explicit Substitution(z3::context& context) : from_(context), to_(context) {}

  void put(const z3::expr& from, const z3::expr& to);
  void put(const Element& from, const Element& to);
  z3::expr operator()(const z3::expr& term) const { return z3::expr(term).substitute(from_, to_); }
  Cells operator()(const Cells& cells);

 private:
  std::shared_ptr<const Value> whole(const std::shared_ptr<const Value>& value);
  Value operator()(const Value& value);

  z3::expr_vector from_, to_;
  std::map<const Value*, std::shared_ptr<const Value>> done_;
};

/// Adds all terms of the cells' values.
void collect(const Cells& cells, z3::expr_vector& terms);

/// Is the constant one of these?
bool is_in(const z3::expr& constant, const std::vector<z3::expr>& all);

/// Are both for sure the same?
bool are_alike(const Cells& a, const Cells& b);

}  // namespace tutti::op::ir
