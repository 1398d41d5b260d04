// What a rule wrote down (verified/schedule/expression.hpp), in Z3's terms.
#pragma once
#include "verified/check/smt/statement.hpp"
#include "verified/schedule/expression.hpp"

namespace tutti::smt {

/// How the solver takes ints: as integers, or as bit-vectors, which it needs where a graph speaks of bits.
enum class Numbers { integers, vectors };

/// The value of a graph, and when it has one: where no operation of int overflows, no division is by 0, and nothing is
/// divided or shifted for which C++ and the solver differ.
struct Meaning {
  z3::expr value;
  z3::expr defined;
};

/// Translates graphs whose variables are ints. Nodes that two graphs share are translated once.
class Translation {
 public:
  Translation(z3::context& context, Numbers numbers) : context_(context), numbers_(numbers) {}

  const Meaning& of(const Graph& graph);
  /// It holds, and all that it needs has a value.
  z3::expr holds(const Condition& condition) {
    const auto& it = of(condition.graph());
    return it.value && it.defined;
  }
  /// It holds, unless something that it needs has no value: then nothing is said.
  z3::expr holds_if_defined(const Condition& condition) {
    const auto& it = of(condition.graph());
    return z3::implies(it.defined, it.value);
  }
  /// Every variable is an int; trivially so as bit-vectors.
  z3::expr_vector ranges() const;
  /// Every memory that the graphs so far speak of: its name, and the graphs of the round and of what it is of.
  const std::vector<Graph>& memories() const { return memories_; }
  /// The variables, for counterexamples.
  std::vector<Shown> variables() const;

 private:
  Meaning translate(const Graph& graph, const std::vector<Meaning>& operands);
  Meaning arithmetic(const Node& node, const Meaning& a, const Meaning& b);
  z3::expr number(std::int64_t n);
  z3::expr in_range(const z3::expr& e);

  z3::context& context_;
  Numbers numbers_;
  Walk<Meaning> walk_;
  std::vector<std::pair<std::string, z3::expr>> variables_;
  std::vector<Graph> memories_;
};

}  // namespace tutti::smt
