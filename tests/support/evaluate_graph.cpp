#include "tests/support/evaluate_graph.hpp"

#include <limits>

namespace tutti {
namespace {

using Value = std::optional<std::int64_t>;

Value int_or_nothing(std::int64_t n) {
  using limits = std::numeric_limits<int>;
  return limits::min() <= n && n <= limits::max() ? Value(n) : std::nullopt;
}

std::int64_t reversed_bits(std::int64_t n) {
  std::int64_t result = 0;
  for (int bit = 0; bit < 31; ++bit) result = 2 * result + n / (std::int64_t(1) << bit) % 2;
  return result;
}

Value of_two(NodeOperator op, std::int64_t a, std::int64_t b) {
  const bool shifts = 0 <= a && 0 <= b && b < 32;
  switch (op) {
    case NodeOperator::plus: return int_or_nothing(a + b);
    case NodeOperator::minus: return int_or_nothing(a - b);
    case NodeOperator::times: return int_or_nothing(a * b);
    case NodeOperator::over: return b == 0 ? std::nullopt : int_or_nothing(a / b);
    case NodeOperator::modulo: return b == 0 ? std::nullopt : Value(a % b);
    case NodeOperator::bit_and: return a & b;
    case NodeOperator::bit_or: return a | b;
    case NodeOperator::bit_xor: return a ^ b;
    case NodeOperator::shift_left: return shifts ? int_or_nothing(a << b) : std::nullopt;
    case NodeOperator::shift_right: return shifts ? Value(a >> b) : std::nullopt;
    case NodeOperator::less: return a < b;
    case NodeOperator::less_equal: return a <= b;
    case NodeOperator::equal: return a == b;
    case NodeOperator::conjunction: return a != 0 && b != 0;
    case NodeOperator::disjunction: return a != 0 || b != 0;
    default: return std::nullopt;
  }
}

}  // namespace

Value evaluate(const Graph& graph, const Assignment& variables) {
  if (graph->op == NodeOperator::constant) return graph->constant;
  if (graph->op == NodeOperator::variable) return variables.at(graph->name);
  const auto operand = [&](std::size_t i) { return evaluate(graph->operands[i], variables); };
  const auto a = operand(0);
  if (!a) return std::nullopt;
  switch (graph->op) {
    case NodeOperator::negation: return *a == 0;
    case NodeOperator::complement: return ~*a;
    case NodeOperator::reverse: return *a < 0 ? std::nullopt : Value(reversed_bits(*a));
    case NodeOperator::then_also: return *a == 0 ? a : operand(1);
    case NodeOperator::if_else: return operand(*a != 0 ? 1 : 2);
    case NodeOperator::choice: {
      const auto then = operand(1), otherwise = operand(2);
      return !then || !otherwise ? std::nullopt : *a != 0 ? then : otherwise;
    }
    default: break;
  }
  const auto b = operand(1);
  return b ? of_two(graph->op, *a, *b) : std::nullopt;
}

}  // namespace tutti
