#include "verified/schedule/substitution.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace tutti {

Graph Substitution::in(const Graph& rule) {
  return walk_.of(rule, [this](const Graph& node, const std::vector<Graph>& operands) {
    if (node->op == NodeOperator::variable) {
      const auto at = std::ranges::find(given_, node->name, &Given::first);
      if (at == given_.end()) throw std::logic_error("a rule speaks of " + node->name + ", which it is not given");
      return at->second.graph();
    }
    return operands == node->operands ? node : operation(node->op, operands, node->name);
  });
}

}  // namespace tutti
