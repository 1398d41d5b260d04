#include "verified/schedule/substitution.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace tutti {

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
  std::vector<Graph> operands;
  for (const auto& operand : rule->operands) operands.push_back(in(operand));
  if (operands == rule->operands) return rule;
  return operation(rule->op, std::move(operands), rule->name);
}

}  // namespace tutti
