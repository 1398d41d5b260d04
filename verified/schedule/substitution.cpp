#include "verified/schedule/substitution.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace tutti {
namespace {

std::size_t operands_of(NodeOperator op) {
  switch (op) {
    case NodeOperator::constant:
    case NodeOperator::variable: return 0;
    case NodeOperator::complement:
    case NodeOperator::reverse:
    case NodeOperator::negation: return 1;
    case NodeOperator::if_else:
    case NodeOperator::choice: return 3;
    default: return 2;
  }
}

}  // namespace

Graph Substitution::in(const Graph& rule) {
  if (const auto at = known_.find(rule.get()); at != known_.end()) return at->second;
  return known_.emplace(rule.get(), made(rule)).first->second;
}

Graph Substitution::made(const Graph& rule) {
  if (rule->op == NodeOperator::variable) {
    const auto at = std::ranges::find(given_, rule->name, &Given::first);
    if (at == given_.end()) throw std::logic_error("a rule speaks of " + rule->name + ", which it is not given");
    return at->second.graph();
  }
  if (rule->op == NodeOperator::constant &&
      (rule->name == "bool" ? rule->constant != 0 && rule->constant != 1 : !std::in_range<int>(rule->constant)))
    throw std::logic_error("a rule has the constant " + std::to_string(rule->constant));
  if (rule->operands.size() != operands_of(rule->op))
    throw std::logic_error("a rule has an operation with " + std::to_string(rule->operands.size()) + " operands for " +
                           std::to_string(operands_of(rule->op)));
  std::vector<Graph> operands;
  for (const auto& operand : rule->operands) operands.push_back(in(operand));
  if (operands == rule->operands) return rule;
  return std::make_shared<const Node>(Node{rule->op, rule->constant, rule->name, std::move(operands)});
}

}  // namespace tutti
