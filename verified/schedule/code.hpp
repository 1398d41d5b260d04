// Expressions as a list of instructions, so that what was written down for a prover is what runs.
#pragma once
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "verified/schedule/expression.hpp"

namespace tutti {

/// What some graphs compute from their variables. The variables change in stages, as those of nested loops do: an
/// instruction belongs to the first stage in which all that it needs is there.
class Code {
 public:
  /// So many values of each variable are computed with at once.
  static constexpr int lanes = 16;
  using Values = std::array<int, lanes>;

  /// Throws std::logic_error where a graph needs another variable, or a memory.
  Code(std::span<const std::vector<std::string_view>> stages, std::span<const Graph> outputs);

 private:
  friend class CodeRun;
  struct Instruction {
    NodeOperator op;
    std::size_t to, a, b, c;
  };
  std::vector<std::vector<Instruction>> stages_;
  std::vector<std::vector<std::size_t>> inputs_;  ///< by stage
  std::vector<std::size_t> outputs_;
  std::vector<Values> registers_;  ///< with the constants
};

/// One execution of a code. Where an expression has a value, that is what is computed; elsewhere (an overflow, a
/// division by 0) some number is.
class CodeRun {
 public:
  explicit CodeRun(const Code& code) : code_(&code), registers_(code.registers_) {}

  /// Gives the variables of a stage, in all lanes, these values, and executes it.
  void stage(std::size_t number, std::span<const int> values);
  /// The values of a variable, before execute(number).
  Code::Values& input(std::size_t number, std::size_t variable) { return registers_[code_->inputs_[number][variable]]; }
  void execute(std::size_t stage);
  const Code::Values& output(std::size_t number) const { return registers_[code_->outputs_[number]]; }
  int value(std::size_t number) const { return output(number)[0]; }
  bool holds(std::size_t number) const { return value(number) != 0; }

 private:
  const Code* code_;
  std::vector<Code::Values> registers_;
};

}  // namespace tutti
