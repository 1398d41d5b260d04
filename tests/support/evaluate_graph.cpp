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

Value of_two(Operator op, std::int64_t a, std::int64_t b) {
  const bool shifts = 0 <= a && 0 <= b && b < 32;
  switch (op) {
    case Operator::plus: return int_or_nothing(a + b);
    case Operator::minus: return int_or_nothing(a - b);
    case Operator::times: return int_or_nothing(a * b);
    case Operator::over: return b == 0 ? std::nullopt : int_or_nothing(a / b);
    case Operator::modulo: return b == 0 ? std::nullopt : Value(a % b);
    case Operator::bit_and: return a & b;
    case Operator::bit_or: return a | b;
    case Operator::bit_xor: return a ^ b;
    case Operator::shift_left: return shifts ? int_or_nothing(a << b) : std::nullopt;
    case Operator::shift_right: return shifts ? Value(a >> b) : std::nullopt;
    case Operator::less: return a < b;
    case Operator::less_equal: return a <= b;
    case Operator::equal: return a == b;
    case Operator::conjunction: return a != 0 && b != 0;
    case Operator::disjunction: return a != 0 || b != 0;
    default: return std::nullopt;
  }
}

}  // namespace

Value evaluate(const Graph& graph, const Assignment& variables) {
  if (graph->op == Operator::constant) return graph->constant;
  if (graph->op == Operator::variable) return variables.at(graph->name);
  const auto operand = [&](std::size_t i) { return evaluate(graph->operands[i], variables); };
  const auto a = operand(0);
  if (!a) return std::nullopt;
  switch (graph->op) {
    case Operator::negation: return *a == 0;
    case Operator::complement: return ~*a;
    case Operator::reverse: return *a < 0 ? std::nullopt : Value(reversed_bits(*a));
    case Operator::then_also: return *a == 0 ? a : operand(1);
    case Operator::if_else: return operand(*a != 0 ? 1 : 2);
    case Operator::choice: {
      const auto then = operand(1), otherwise = operand(2);
      return !then || !otherwise ? std::nullopt : *a != 0 ? then : otherwise;
    }
    default: break;
  }
  const auto b = operand(1);
  return b ? of_two(graph->op, *a, *b) : std::nullopt;
}

}  // namespace tutti
