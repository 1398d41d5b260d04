#include "verified/check/rules/evaluation.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "verified/schedule/arithmetic.hpp"

namespace tutti::rules {

class Evaluation::Flattener {
 public:
  Flattener(Evaluation& to, const std::map<std::string, int>& fixed) : to_(to), fixed_(fixed) {}

  int flatten(const Graph& graph) {
    return walk_.of(graph, [this](const Graph& node, const std::vector<int>& operands) {
      const auto next = static_cast<int>(to_.code_.size());
      to_.code_.push_back(instruction(*node, operands));
      if (to_.code_.back().op == NodeOperator::variable) to_.variables_.emplace(node->name, next);
      return next;
    });
  }

 private:
  Instruction instruction(const Node& node, const std::vector<int>& operands) const {
    Instruction made{node.op, {-1, -1, -1}, node.constant, false, node.name};
    if (node.op == NodeOperator::variable) {
      if (const auto at = fixed_.find(node.name); at != fixed_.end())
        return {NodeOperator::constant, {-1, -1, -1}, at->second, false, ""};
      made.varies = true;
    }
    for (std::size_t i = 0; i < operands.size(); ++i) {
      made.operands[i] = operands[i];
      made.varies |= to_.code_[static_cast<std::size_t>(operands[i])].varies;
    }
    return made;
  }

  Evaluation& to_;
  const std::map<std::string, int>& fixed_;
  Walk<int> walk_;
};

Evaluation::Evaluation(std::span<const Claim* const> claims, std::span<const Graph> asked,
                       const std::map<std::string, int>& fixed, Memory memory)
    : memory_(std::move(memory)) {
  Flattener flattener(*this, fixed);
  for (const auto* claim : claims) {
    Terms terms{{}, flattener.flatten(claim->holds.graph())};
    for (const auto& assumption : claim->assumptions)
      terms.assumptions.push_back(flattener.flatten(assumption.graph()));
    claims_.push_back(std::move(terms));
  }
  for (const auto& graph : asked) asked_.push_back(flattener.flatten(graph));
  results_.resize(code_.size());
  known_in_.assign(code_.size(), 0);
}

int Evaluation::variable(std::string_view name) const {
  const auto at = variables_.find(name);
  return at == variables_.end() ? -1 : at->second;
}

std::optional<std::int64_t> Evaluation::value(std::size_t asked) {
  const auto result = at(asked_[asked]);
  return result.defined ? std::optional(result.value) : std::nullopt;
}

std::optional<std::size_t> Evaluation::first_that_fails() {
  const auto is_true = [&](int i) {
    const auto result = at(i);
    return result.defined && result.value != 0;
  };
  for (std::size_t i = 0; i < claims_.size(); ++i)
    if (std::ranges::all_of(claims_[i].assumptions, is_true) && !is_true(claims_[i].holds)) return i;
  return std::nullopt;
}

Evaluation::Result Evaluation::at(int index) {
  const auto i = static_cast<std::size_t>(index);
  const auto& instruction = code_[i];
  if (instruction.op == NodeOperator::constant || instruction.op == NodeOperator::variable)
    return {instruction.constant, true};
  const auto instance = instruction.varies ? instance_ : 1;
  if (known_in_[i] != instance) {
    results_[i] = computed(instruction);
    known_in_[i] = instance;
  }
  return results_[i];
}

Evaluation::Result Evaluation::computed(const Instruction& instruction) {
  const auto a = at(instruction.operands[0]);
  if (!a.defined) return a;
  switch (instruction.op) {
    case NodeOperator::negation: return {a.value == 0, true};
    case NodeOperator::complement: return {~a.value, true};
    case NodeOperator::reverse:
      if (a.value < 0) return {0, false};
      return {reversed(static_cast<int>(a.value)), true};
    case NodeOperator::then_also: return a.value != 0 ? at(instruction.operands[1]) : Result{0, true};
    case NodeOperator::if_else: return at(instruction.operands[a.value != 0 ? 1 : 2]);
    default: break;
  }
  const auto b = at(instruction.operands[1]);
  if (!b.defined) return b;
  switch (instruction.op) {
    case NodeOperator::conjunction: return {a.value & b.value, true};
    case NodeOperator::disjunction: return {a.value | b.value, true};
    case NodeOperator::choice: {
      const auto c = at(instruction.operands[2]);
      return {a.value != 0 ? b.value : c.value, c.defined};
    }
    case NodeOperator::memory: {
      const auto memory = memory_(instruction.name, a.value, b.value);
      return {memory.value_or(0), memory.has_value()};
    }
    default: return arithmetic(instruction.op, a.value, b.value);
  }
}

Evaluation::Result Evaluation::arithmetic(NodeOperator op, std::int64_t a, std::int64_t b) {
  constexpr int bits = std::numeric_limits<int>::digits;
  const auto int_only = [](std::int64_t value) -> Result {
    using limits = std::numeric_limits<int>;
    return {value, limits::min() <= value && value <= limits::max()};
  };
  switch (op) {
    case NodeOperator::plus: return int_only(a + b);
    case NodeOperator::minus: return int_only(a - b);
    case NodeOperator::times: return int_only(a * b);
    case NodeOperator::over: return a >= 0 && b > 0 ? Result{a / b, true} : Result{0, false};
    case NodeOperator::modulo: return a >= 0 && b > 0 ? Result{a % b, true} : Result{0, false};
    case NodeOperator::bit_and: return {a & b, true};
    case NodeOperator::bit_or: return {a | b, true};
    case NodeOperator::bit_xor: return {a ^ b, true};
    case NodeOperator::shift_left: return a >= 0 && 0 <= b && b <= bits ? int_only(a << b) : Result{0, false};
    case NodeOperator::shift_right: return a >= 0 && 0 <= b && b <= bits ? Result{a >> b, true} : Result{0, false};
    case NodeOperator::less: return {a < b, true};
    case NodeOperator::less_equal: return {a <= b, true};
    case NodeOperator::equal: return {a == b, true};
    default: return {0, false};
  }
}

}  // namespace tutti::rules
