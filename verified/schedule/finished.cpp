#include "verified/schedule/finished.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace tutti {
namespace {

constexpr int most_deep = 1000;

[[noreturn]] void refuse(const std::string& what) { throw std::logic_error("a rule has " + what); }

}  // namespace

const Graph& Finished::copy(const Graph& graph, Kind due) {
  const auto& [copy, kind, depth] = known(graph);
  if (kind != due) refuse(due == Kind::number ? "a condition for a number" : "a number for a condition");
  return copy;
}

const Finished::Known& Finished::known(const Graph& graph) {
  if (!graph) refuse("an expression that is null");
  const auto [at, is_new] = known_.try_emplace(graph.get(), Known{nullptr, Kind::number, 0});
  if (!is_new) {
    if (!at->second.copy) refuse("an expression that is its own operand");
    return at->second;
  }
  if (++above_ > most_deep)
    refuse("an expression of more than " + std::to_string(most_deep) + " operations on top of each other");
  auto made = this->made(*graph);
  --above_;
  return known_.at(graph.get()) = std::move(made);
}

Finished::Known Finished::made(const Node& node) {
  const auto op = node.op;
  std::vector<Known> operands;
  for (const auto& operand : node.operands) operands.push_back(known(operand));
  const auto takes = [&](std::size_t n) {
    if (operands.size() != n)
      refuse("an operation with " + std::to_string(operands.size()) + " operands for " + std::to_string(n));
  };
  const auto is = [&](std::size_t i, Kind due) {
    if (operands[i].kind != due)
      refuse(due == Kind::number ? "an operation on a condition that is for numbers"
                                 : "an operation on a number that is for conditions");
  };
  const auto all_are = [&](std::size_t n, Kind due) {
    takes(n);
    for (std::size_t i = 0; i < n; ++i) is(i, due);
  };
  auto kind = Kind::number;
  switch (op) {
    case NodeOperator::constant: {
      takes(0);
      const bool is_bool = node.name == "bool";
      if (!is_bool && !node.name.empty()) refuse("a constant that is called " + node.name);
      if (is_bool ? node.constant != 0 && node.constant != 1 : !std::in_range<int>(node.constant))
        refuse("the constant " + std::to_string(node.constant));
      if (is_bool) kind = Kind::condition;
      break;
    }
    case NodeOperator::variable: takes(0); break;
    case NodeOperator::plus:
    case NodeOperator::minus:
    case NodeOperator::times:
    case NodeOperator::over:
    case NodeOperator::modulo:
    case NodeOperator::bit_and:
    case NodeOperator::bit_or:
    case NodeOperator::bit_xor:
    case NodeOperator::shift_left:
    case NodeOperator::shift_right: all_are(2, Kind::number); break;
    case NodeOperator::complement:
    case NodeOperator::reverse: all_are(1, Kind::number); break;
    case NodeOperator::memory:
      all_are(2, Kind::number);
      if (!is_plain(node.name)) refuse("a memory whose name is not plain");
      break;
    case NodeOperator::less:
    case NodeOperator::less_equal: all_are(2, Kind::number), kind = Kind::condition; break;
    case NodeOperator::equal:
      takes(2);
      is(1, operands[0].kind);
      kind = Kind::condition;
      break;
    case NodeOperator::conjunction:
    case NodeOperator::disjunction:
    case NodeOperator::then_also: all_are(2, Kind::condition), kind = Kind::condition; break;
    case NodeOperator::negation: all_are(1, Kind::condition), kind = Kind::condition; break;
    case NodeOperator::if_else:
    case NodeOperator::choice:
      takes(3);
      is(0, Kind::condition);
      is(2, operands[1].kind);
      kind = operands[1].kind;
      break;
    default: refuse("an operation that there is not");
  }
  int depth = 0;
  std::vector<Graph> copies;
  for (const auto& operand : operands) {
    copies.push_back(operand.copy);
    depth = std::max(depth, operand.depth);
  }
  if (depth + 1 > most_deep)
    refuse("an expression of more than " + std::to_string(most_deep) + " operations on top of each other");
  auto copy = op == NodeOperator::constant   ? constant(node.constant, node.name)
              : op == NodeOperator::variable ? variable_called(node.name)
                                             : operation(op, std::move(copies), node.name);
  return {std::move(copy), kind, depth + 1};
}

}  // namespace tutti
