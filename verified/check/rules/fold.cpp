#include "verified/check/rules/fold.hpp"

#include <limits>
#include <optional>

namespace tutti::rules {
namespace {

Graph number(std::int64_t n) { return constant(n); }
Graph truth(bool b) { return Condition(b).graph(); }

bool is_constant(const Graph& g) { return g->op == NodeOperator::constant; }
bool is_number(const Graph& g, std::int64_t n) { return is_constant(g) && g->name.empty() && g->constant == n; }
bool is_truth(const Graph& g, bool b) { return is_constant(g) && !g->name.empty() && (g->constant != 0) == b; }

std::optional<Graph> of_constants(NodeOperator op, std::int64_t a, std::int64_t b) {
  const auto fits = [](std::int64_t n) -> std::optional<Graph> {
    using limits = std::numeric_limits<int>;
    return limits::min() <= n && n <= limits::max() ? std::optional(number(n)) : std::nullopt;
  };
  switch (op) {
    case NodeOperator::plus: return fits(a + b);
    case NodeOperator::minus: return fits(a - b);
    case NodeOperator::less: return truth(a < b);
    case NodeOperator::less_equal: return truth(a <= b);
    case NodeOperator::equal: return truth(a == b);
    default: return std::nullopt;
  }
}

Graph smaller(const Graph& node) {
  const auto& of = node->operands;
  if (of.empty()) return node;
  const auto& a = of[0];
  if (node->op == NodeOperator::negation)
    return is_truth(a, true) ? truth(false) : is_truth(a, false) ? truth(true) : node;
  if (node->op == NodeOperator::complement && is_number(a, 0)) return number(-1);
  if (of.size() < 2) return node;
  const auto& b = of[1];
  switch (node->op) {
    case NodeOperator::conjunction:
    case NodeOperator::then_also:
      if (is_truth(a, false) || is_truth(b, false)) return truth(false);
      return is_truth(a, true) ? b : is_truth(b, true) ? a : node;
    case NodeOperator::disjunction:
      if (is_truth(a, true) || is_truth(b, true)) return truth(true);
      return is_truth(a, false) ? b : is_truth(b, false) ? a : node;
    case NodeOperator::if_else:
    case NodeOperator::choice: return is_truth(a, true) ? b : is_truth(a, false) ? of[2] : node;
    case NodeOperator::bit_and: return is_number(a, 0) || is_number(b, 0) ? number(0) : is_number(b, -1) ? a : node;
    case NodeOperator::minus:
      if (a == b) return number(0);
      if (is_number(b, 0)) return a;
      break;
    case NodeOperator::plus:
      if (is_number(a, 0)) return b;
      if (is_number(b, 0)) return a;
      break;
    case NodeOperator::shift_right:
      if (a->op == NodeOperator::shift_left && a->operands[1] == b) return a->operands[0];
      break;
    case NodeOperator::less:
      if (a == b) return truth(false);
      break;
    case NodeOperator::less_equal:
    case NodeOperator::equal:
      if (a == b) return truth(true);
      break;
    default: break;
  }
  const bool constants = is_constant(a) && is_constant(b) && a->name == b->name;
  return constants ? of_constants(node->op, a->constant, b->constant).value_or(node) : node;
}

}  // namespace

Graph folded(const Graph& graph) {
  return Walk<Graph>().of(graph, [](const Graph& node, const std::vector<Graph>& operands) {
    return smaller(operands == node->operands ? node : operation(node->op, operands, node->name));
  });
}
Condition folded(const Condition& condition) { return Condition(folded(condition.graph())); }

}  // namespace tutti::rules
