// What follows from the laws of an operator: which of our algorithms are right for it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "verified/op/consequences/difference_search.hpp"

namespace tutti::op {

enum class Safety { right, rounding, wrong, undecided };

constexpr std::string_view name_of(Safety s) {
  constexpr std::string_view names[] = {"right", "rounding", "wrong", "undecided"};
  return names[static_cast<std::size_t>(s)];
}

/// What is said of one algorithm. MPI assumes that every operator is associative (MPI-4.0, 6.9.1): for one that is not,
/// no result is wrong by the standard, and algorithms differ; `wrong` then says that the result is not the canonical
/// one, in rank order and bracketed to the left.
struct Consequence {
  const Algorithm* algorithm;
  Safety safety = Safety::undecided;
  std::string why;                            ///< one line
  std::optional<Difference> difference = {};  ///< of one that is wrong or rounds
};

/// What follows for all algorithms that apply an operator, in the order of the registry.
/// right: the laws that it needs, split-safe, memory and pure are proved (exact, or ieee where the type has floating
/// point). wrong: a run was found on p <= 16 ranks whose result differs; its p is the smallest at which one was found.
/// rounding: the same, but the laws are proved over the real numbers, and split-safe, memory and pure are not unknown.
/// undecided: all else; never right because nothing was found.
/// However the operator is declared, all are answered for: the executor swaps no operands, and refuses the algorithms
/// that need a commutative one where it is not declared so. `findings` are those of prove_laws and try_laws, of each
/// law as many as there are: what one refutes is refuted. The operands of their counterexamples are tried first, then
/// trial.tries / 10 random ones for each p. The function is called in a child of this process, for twice
/// trial.deadline at most, or a quarter of it where it is known to hang, and for no more than `seconds`.
std::vector<Consequence> consequences(const Trial& trial, const std::vector<LawFinding>& findings,
                                      double seconds = 1e6);

/// A few lines: "p = 3, root 0, rank 1, block A", each rank's operand as a literal, the expression that the rank gets
/// and what it comes to, and what is due.
std::string describe(const Difference& difference, const Type& type);

}  // namespace tutti::op
