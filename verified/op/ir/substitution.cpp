#include "verified/op/ir/substitution.hpp"

#include <algorithm>

namespace tutti::op::ir {

void Substitution::put(const z3::expr& from, const z3::expr& to) {
  from_.push_back(from);
  to_.push_back(to);
}

void Substitution::put(const Element& from, const Element& to) {
  for (std::size_t i = 0; i < from.size(); ++i) put(from[i], to[i]);
}

Cells Substitution::operator()(const Cells& cells) {
  Cells result;
  for (const Cell& cell : cells) result.push_back({cell.whole ? whole(cell.whole) : nullptr, cell.index, cell.bytes});
  return result;
}

std::shared_ptr<const Value> Substitution::whole(const std::shared_ptr<const Value>& value) {
  auto& known = done_[value.get()];
  if (!known) known = std::make_shared<const Value>((*this)(*value));
  return known;
}

Value Substitution::operator()(const Value& value) {
  Value result = value;
  if (value.term) result.term = (*this)(*value.term).simplify();
  for (Target& target : result.pointer) {
    target.when = (*this)(target.when);
    target.offset.bytes = (*this)(target.offset.bytes);
  }
  for (Value& part : result.parts) part = (*this)(part);
  result.raw = (*this)(value.raw);
  if (value.unset) result.unset = (*this)(*value.unset).simplify();
  if (value.opaque) result.opaque = (*this)(*value.opaque).simplify();
  return result;
}

void collect(const Cells& cells, z3::expr_vector& terms) {
  for (const Cell& cell : cells) {
    if (!cell.whole || cell.index != 0) continue;
    const Value& value = *cell.whole;
    if (value.term) terms.push_back(*value.term);
    for (const Target& target : value.pointer) {
      terms.push_back(target.when);
      terms.push_back(target.offset.bytes);
    }
    collect(value.raw, terms);
    if (value.unset) terms.push_back(*value.unset);
    if (value.opaque) terms.push_back(*value.opaque);
  }
}

bool is_in(const z3::expr& constant, const std::vector<z3::expr>& all) {
  return std::any_of(all.begin(), all.end(), [&](const z3::expr& one) { return z3::eq(one, constant); });
}

bool are_alike(const Cells& a, const Cells& b) {
  if (a == b) return true;
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!a[i].whole != !b[i].whole || a[i].index != b[i].index || a[i].bytes != b[i].bytes) return false;
    if (!a[i].whole || a[i].whole == b[i].whole) continue;
    const Value &x = *a[i].whole, &y = *b[i].whole;
    const bool plain = x.term && y.term && x.pointer.empty() && y.pointer.empty() && x.raw.empty() && y.raw.empty();
    const auto same_condition = [](const Condition& c, const Condition& d) {
      return !c == !d && (!c || z3::eq(*c, *d));
    };
    if (!plain || !z3::eq(*x.term, *y.term) || !same_condition(x.unset, y.unset) || !same_condition(x.opaque, y.opaque))
      return false;
  }
  return true;
}

}  // namespace tutti::op::ir
