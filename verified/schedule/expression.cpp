#include "verified/schedule/expression.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

namespace tutti {
namespace {

bool on_bits(NodeOperator op) {
  switch (op) {
    case NodeOperator::bit_and:
    case NodeOperator::bit_or:
    case NodeOperator::bit_xor:
    case NodeOperator::complement:
    case NodeOperator::reverse:
    case NodeOperator::shift_left:
    case NodeOperator::shift_right: return true;
    default: return false;
  }
}

bool some(const Graph& graph, bool (*is)(NodeOperator), std::unordered_set<const Node*>& seen) {
  if (!seen.insert(graph.get()).second) return false;
  return is(graph->op) || std::ranges::any_of(graph->operands, [&](const Graph& g) { return some(g, is, seen); });
}

bool some(const Graph& graph, bool (*is)(NodeOperator)) {
  std::unordered_set<const Node*> seen;
  return some(graph, is, seen);
}

}  // namespace

Graph operation(NodeOperator op, std::vector<Graph> operands, std::string name) {
  constexpr int most_deep = 2000;
  int depth = 0;
  for (const auto& operand : operands)
    if (operand) depth = std::max(depth, operand->depth + 1);
  if (depth > most_deep)
    throw std::logic_error("more than " + std::to_string(most_deep) + " operations are on top of each other");
  return std::make_shared<const Node>(Node{op, 0, std::move(name), std::move(operands), depth});
}

bool speaks_of_bits(const Graph& graph) { return some(graph, on_bits); }
bool asks_a_memory(const Graph& graph) {
  return some(graph, [](NodeOperator op) { return op == NodeOperator::memory; });
}

}  // namespace tutti
