// Integers and conditions that are written down instead of computed: a function of them leaves what it would compute,
// as a graph, which can then be run (code.hpp) and read by a prover. Nothing here knows a solver
// (verified/check/smt/translate.hpp does).
#pragma once
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tutti {

/// What a node of the graph does with its operands. `memory` is a function of a round's number and of something else,
/// defined along the rounds: see Phase in rules.hpp.
enum class NodeOperator {
  constant,
  variable,
  plus,
  minus,
  times,
  over,
  modulo,
  bit_and,
  bit_or,
  bit_xor,
  complement,
  reverse,
  shift_left,
  shift_right,
  less,
  less_equal,
  equal,
  negation,
  conjunction,
  disjunction,
  then_also,
  if_else,
  choice,
  memory
};

struct Node {
  NodeOperator op;
  std::int64_t constant = 0;
  std::string name = "";
  std::vector<std::shared_ptr<const Node>> operands = {};
  int depth = 0;  ///< operations below this one, one on top of the other
};
using Graph = std::shared_ptr<const Node>;

/// The one node that is written so: of what these three make, graphs that are alike are the same one. Throws
/// std::logic_error where more than two thousand operations would be on top of each other: what is done with graphs
/// goes down from operation to operand.
Graph operation(NodeOperator op, std::vector<Graph> operands, std::string name = "");
Graph constant(std::int64_t value, std::string name = "");
Graph variable_called(std::string name);

/// A walk over graphs that comes to each node once, after its operands, and keeps what it made of it.
template <class T>
class Walk {
 public:
  /// visit(node, what was made of its operands) makes something of a node.
  template <class Visit>
  const T& of(const Graph& graph, const Visit& visit) {
    if (const auto at = known_.find(graph); at != known_.end()) return at->second;
    std::vector<T> operands;
    operands.reserve(graph->operands.size());
    for (const auto& operand : graph->operands) operands.push_back(of(operand, visit));
    return known_.emplace(graph, visit(graph, operands)).first->second;
  }

 private:
  std::unordered_map<Graph, T> known_;
};

/// Whether `is` holds of some node of the graph.
template <class Is>
bool some(const Graph& graph, Is is) {
  return Walk<char>().of(graph, [&](const Graph& node, const std::vector<char>& operands) {
    return static_cast<char>(is(*node) || std::ranges::find(operands, 1) != operands.end());
  }) != 0;
}

/// Whether some operation of the graph is on bits.
bool speaks_of_bits(const Graph& graph);
/// Whether some number of it is a memory.
bool asks_a_memory(const Graph& graph);

/// A condition on expressions. It cannot be asked for its value, so no `if` of a template can depend on it.
class Condition {
 public:
  explicit Condition(Graph graph) : graph_(std::move(graph)) {}
  template <std::same_as<bool> Bool>                          // an int is no truth
  Condition(Bool it_is) : graph_(constant(it_is, "bool")) {}  // NOLINT
  const Graph& graph() const { return graph_; }

  friend Condition operator&&(const Condition& a, const Condition& b) { return made(NodeOperator::conjunction, a, b); }
  friend Condition operator||(const Condition& a, const Condition& b) { return made(NodeOperator::disjunction, a, b); }
  friend Condition operator!(const Condition& a) { return Condition(operation(NodeOperator::negation, {a.graph_})); }
  friend Condition operator==(const Condition& a, const Condition& b) { return made(NodeOperator::equal, a, b); }

  /// As for bool: where `first` does not hold, what `second` computes need not be defined.
  template <class Second>
  friend Condition and_then(const Condition& first, Second second) {
    return made(NodeOperator::then_also, first, second());
  }

 private:
  static Condition made(NodeOperator op, const Condition& a, const Condition& b) {
    return Condition(operation(op, {a.graph_, b.graph_}));
  }
  Graph graph_;
};

/// Stands for an int. The operations are those of C++; where one would overflow, the expression has no value.
class Expression {
 public:
  template <std::same_as<int> Int>            // what does not fit is no int
  Expression(Int n) : graph_(constant(n)) {}  // NOLINT: as int would
  explicit Expression(Graph graph) : graph_(std::move(graph)) {}
  static Expression variable(std::string name) { return Expression(variable_called(std::move(name))); }
  const Graph& graph() const { return graph_; }

  // NOLINTBEGIN(bugprone-macro-parentheses): a type, an operator
#define TUTTI_OPERATOR(symbol, Result, op)                                  \
  friend Result operator symbol(const Expression& a, const Expression& b) { \
    return Result(made(NodeOperator::op, {a.graph_, b.graph_}));            \
  }
  TUTTI_OPERATOR(+, Expression, plus)
  TUTTI_OPERATOR(-, Expression, minus)
  TUTTI_OPERATOR(*, Expression, times)
  TUTTI_OPERATOR(/, Expression, over)
  TUTTI_OPERATOR(%, Expression, modulo)
  TUTTI_OPERATOR(&, Expression, bit_and)
  TUTTI_OPERATOR(|, Expression, bit_or)
  TUTTI_OPERATOR(^, Expression, bit_xor)
  TUTTI_OPERATOR(<<, Expression, shift_left)
  TUTTI_OPERATOR(>>, Expression, shift_right)
  TUTTI_OPERATOR(<, Condition, less)
  TUTTI_OPERATOR(<=, Condition, less_equal)
  TUTTI_OPERATOR(==, Condition, equal)
#undef TUTTI_OPERATOR
  // NOLINTEND(bugprone-macro-parentheses)
  friend Expression operator~(const Expression& a) { return Expression(made(NodeOperator::complement, {a.graph_})); }
  /// The memory of that name of `of`, before the round with that number.
  static Expression memory(std::string name, const Expression& round, const Expression& of) {
    return Expression(operation(NodeOperator::memory, {round.graph_, of.graph_}, std::move(name)));
  }
  /// See arithmetic.hpp.
  friend Expression reversed(const Expression& a) { return Expression(made(NodeOperator::reverse, {a.graph_})); }
  friend Condition operator>(const Expression& a, const Expression& b) { return b < a; }
  friend Condition operator>=(const Expression& a, const Expression& b) { return b <= a; }
  friend Condition operator!=(const Expression& a, const Expression& b) { return !(a == b); }

 private:
  static Graph made(NodeOperator op, std::vector<Graph> operands) { return operation(op, std::move(operands)); }
  Graph graph_;
};

/// As for bool: only the side that is taken need have a value.
template <class Then, class Otherwise>
auto if_else(const Condition& it_is, Then then, Otherwise otherwise) {
  using Either = decltype(then());
  const Either a = then(), b = otherwise();
  return Either(operation(NodeOperator::if_else, {it_is.graph(), a.graph(), b.graph()}));
}

/// Either of two that both have a value.
inline Expression chosen(const Condition& it_is, const Expression& then, const Expression& otherwise) {
  return Expression(operation(NodeOperator::choice, {it_is.graph(), then.graph(), otherwise.graph()}));
}
inline Condition chosen(const Condition& it_is, const Condition& then, const Condition& otherwise) {
  return Condition(operation(NodeOperator::choice, {it_is.graph(), then.graph(), otherwise.graph()}));
}

}  // namespace tutti
