// Claims about rules, evaluated for given numbers: in 64 bits, where no operation on ints can overflow unseen.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verified/check/rules/claims.hpp"

namespace tutti::rules {

/// The graphs of some claims as one list of nodes, in which what is written alike stands once, and so is computed once
/// for each instance.
class Evaluation {
 public:
  /// What the memory of that name (see Phase) of x is before the round with that number; nothing where it has none.
  using Memory = std::function<std::optional<std::int64_t>(std::string_view name, std::int64_t round, std::int64_t x)>;

  /// `fixed` are variables that have the same value in every instance; `asked` are graphs whose value is asked for. The
  /// claims and graphs must outlive this.
  Evaluation(std::span<const Claim* const> claims, std::span<const Graph> asked,
             const std::map<std::string, int>& fixed, Memory memory);

  /// The number of that variable; -1 where no claim speaks of it.
  int variable(std::string_view name) const;
  /// From now on the variable has that value; nothing happens for -1.
  void set(int variable, int value) {
    ++instance_;
    if (variable >= 0) code_[static_cast<std::size_t>(variable)].constant = value;
  }

  /// The value of that one of the graphs that were asked for, where it has one.
  std::optional<std::int64_t> value(std::size_t asked);

  /// The index of the first claim that fails for these values: all it assumes is true, and what it says is false or has
  /// no value. Nothing where all hold.
  std::optional<std::size_t> first_that_fails();

 private:
  struct Instruction {
    NodeOperator op;
    int operands[3];
    std::int64_t constant;
    bool varies;
    std::string_view name;
  };
  struct Result {
    std::int64_t value;
    bool defined;
  };
  struct Terms {
    std::vector<int> assumptions;
    int holds;
  };
  class Flattener;

  Result at(int i);
  Result computed(const Instruction& instruction);
  static Result arithmetic(NodeOperator op, std::int64_t a, std::int64_t b);

  std::vector<Instruction> code_;
  std::vector<Terms> claims_;
  std::vector<int> asked_;
  std::map<std::string, int, std::less<>> variables_;  ///< where in the code
  Memory memory_;
  // For each instruction its result, and the instance that it is of.
  std::vector<Result> results_;
  std::vector<std::uint32_t> known_in_;
  std::uint32_t instance_ = 2;  ///< 1 stands for all of them, 0 for none
};

}  // namespace tutti::rules
