#include "verified/schedule/expression.hpp"

#include <algorithm>
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

bool speaks_of_bits(const Graph& graph, std::unordered_set<const Node*>& seen) {
  if (!seen.insert(graph.get()).second) return false;
  return on_bits(graph->op) ||
         std::ranges::any_of(graph->operands, [&](const Graph& g) { return speaks_of_bits(g, seen); });
}

}  // namespace

bool speaks_of_bits(const Graph& graph) {
  std::unordered_set<const Node*> seen;
  return speaks_of_bits(graph, seen);
}

}  // namespace tutti
