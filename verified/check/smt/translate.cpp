#include "verified/check/smt/translate.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace tutti::smt {
namespace {

constexpr unsigned int_bits = 32;

z3::expr reversed(const z3::expr& n) {
  constexpr unsigned bits = 32;
  if (n.get_sort().bv_size() != bits) throw std::logic_error("an int of fewer bits is reversed");
  z3::expr_vector all(n.ctx());
  all.push_back(n.ctx().bv_val(0, 1));
  for (unsigned bit = 0; bit + 1 < bits; ++bit) all.push_back(n.extract(bit, bit));
  return z3::concat(all);
}

}  // namespace

z3::expr Translation::number(std::int64_t n) {
  return numbers_ == Numbers::vectors ? context_.bv_val(n, int_bits) : context_.int_val(n);
}

z3::expr Translation::in_range(const z3::expr& e) {
  using limits = std::numeric_limits<int>;
  return context_.int_val(limits::min()) <= e && e <= context_.int_val(limits::max());
}

z3::expr_vector Translation::ranges() const {
  z3::expr_vector all(context_);
  if (numbers_ == Numbers::integers)
    for (const auto& [name, term] : variables_) all.push_back(const_cast<Translation*>(this)->in_range(term));
  return all;
}

std::vector<Shown> Translation::variables() const {
  std::vector<Shown> all;
  for (const auto& [name, term] : variables_) all.push_back({name, term});
  return all;
}

const Meaning& Translation::of(const Graph& graph) {
  return walk_.of(graph, [this](const Graph& node, const std::vector<Meaning>& operands) {
    auto meaning = translate(node, operands);
    meaning.defined = meaning.defined.simplify();
    return meaning;
  });
}

Meaning Translation::translate(const Graph& graph, const std::vector<Meaning>& operands) {
  const Node& node = *graph;
  const auto always = context_.bool_val(true);
  if (node.op == NodeOperator::constant) {
    if (node.name == "bool") return {context_.bool_val(node.constant != 0), always};
    return {number(node.constant), always};
  }
  if (node.op == NodeOperator::variable) {
    const auto at = std::ranges::find(variables_, node.name, &std::pair<std::string, z3::expr>::first);
    if (at != variables_.end()) return {at->second, always};
    const auto term = numbers_ == Numbers::vectors ? context_.bv_const(node.name.c_str(), int_bits)
                                                   : context_.int_const(node.name.c_str());
    variables_.emplace_back(node.name, term);
    return {term, always};
  }
  const auto& a = operands[0];
  if (node.op == NodeOperator::negation) return {!a.value, a.defined};
  if (node.op == NodeOperator::complement) return {~a.value, a.defined};
  if (node.op == NodeOperator::reverse) return {reversed(a.value), a.defined && a.value >= number(0)};
  const auto& b = operands[1];
  const auto both = a.defined && b.defined;
  switch (node.op) {
    case NodeOperator::memory: {
      memories_.push_back(graph);
      const auto sort = a.value.get_sort();
      return {z3::function(node.name.c_str(), sort, sort, sort)(a.value, b.value), both};
    }
    case NodeOperator::less: return {a.value < b.value, both};
    case NodeOperator::less_equal: return {a.value <= b.value, both};
    case NodeOperator::equal: return {a.value == b.value, both};
    case NodeOperator::conjunction: return {a.value && b.value, both};
    case NodeOperator::disjunction: return {a.value || b.value, both};
    case NodeOperator::then_also: return {a.value && b.value, a.defined && z3::implies(a.value, b.defined)};
    case NodeOperator::bit_and: return {a.value & b.value, both};
    case NodeOperator::bit_or: return {a.value | b.value, both};
    case NodeOperator::bit_xor: return {a.value ^ b.value, both};
    case NodeOperator::if_else: {
      const auto& c = operands[2];
      return {z3::ite(a.value, b.value, c.value), a.defined && z3::ite(a.value, b.defined, c.defined)};
    }
    case NodeOperator::choice: return {z3::ite(a.value, b.value, operands[2].value), both && operands[2].defined};
    default: return arithmetic(node, a, b);
  }
}

Meaning Translation::arithmetic(const Node& node, const Meaning& a, const Meaning& b) {
  const auto both = a.defined && b.defined;
  const auto &x = a.value, &y = b.value;
  const bool vectors = numbers_ == Numbers::vectors;
  const auto fits = [&](const z3::expr& result, auto no_overflow) {
    return Meaning{result, both && (vectors ? no_overflow() : in_range(result))};
  };
  switch (node.op) {
    case NodeOperator::plus:
      return fits(x + y, [&] { return z3::bvadd_no_overflow(x, y, true) && z3::bvadd_no_underflow(x, y); });
    case NodeOperator::minus:
      return fits(x - y, [&] { return z3::bvsub_no_overflow(x, y) && z3::bvsub_no_underflow(x, y, true); });
    case NodeOperator::times:
      return fits(x * y, [&] { return z3::sext(x, int_bits) * z3::sext(y, int_bits) == z3::sext(x * y, int_bits); });
    case NodeOperator::over: return {x / y, both && x >= number(0) && y > number(0)};
    case NodeOperator::modulo:
      return {vectors ? z3::srem(x, y) : z3::mod(x, y), both && x >= number(0) && y > number(0)};
    case NodeOperator::shift_right:
      if (vectors) return {z3::lshr(x, y), both && x >= number(0) && y >= number(0) && y < number(int_bits)};
      break;
    case NodeOperator::shift_left:
      if (vectors)
        return {z3::shl(x, y), both && x >= number(0) && y >= number(0) && y < number(int_bits) &&
                                   z3::shl(x, y) >= number(0) && z3::lshr(z3::shl(x, y), y) == x};
      break;
    default: break;
  }
  throw std::logic_error("bits of an integer of the solver are asked for");
}

}  // namespace tutti::smt
