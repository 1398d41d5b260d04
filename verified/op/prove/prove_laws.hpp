// The laws of an operator, asked of what symbolic execution found of it.
#pragma once
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "verified/op/law_finding.hpp"
#include "verified/op/prove/call.hpp"
#include "verified/op/prove/effort.hpp"
#include "verified/op/type.hpp"

namespace tutti::op {

struct Symbolic {
  Type type;
  Call call;
  /// What --pre says of an element; absent where nothing.
  std::function<std::variant<z3::expr, Unsupported>(const Element& element, Floats floats)> pre = {};
  Call meant = {};  ///< what x ∘ y shall be, for `order`; absent where nobody said
  /// Is the counterexample of a refuted finding one when the function runs? Nothing where a run cannot show it. Asked
  /// where present, but not of an absent identity, nor of real numbers, on which nothing runs. A refutation that rests
  /// on functions of which the solver knows nothing (exp, log) is unknown without it.
  std::function<std::optional<bool>(const LawFinding&)> confirm = {};
  /// Laws that a run refuted: their source has a tenth of the effort to show a smaller counterexample, or to
  /// contradict.
  std::function<bool(Law, Domain)> refuted_by_run = {};
  bool equal_by_value = false;  ///< --equal value: +0 equals -0
  bool ordinary = false;        ///< --values ordinary: no operand is NaN or -0
  std::vector<int> lengths = {1, 2, 3};
  bool canonical = false;  ///< what holds for len 1 holds for every len
};

struct Limits {
  /// For each query, at most, after all laws have been asked with an eighth of it. A law asked in vain halves the
  /// effort of those after it, to an eighth. Half is for an identity and idempotence, which MPI does not ask for; a
  /// quarter for all laws once one is refuted that MPI requires.
  Effort effort = 10;
  int jobs = 1;
};

/// Findings of memory, total, pure and split-safe, over all values; and of associative, commutative, identity,
/// idempotent, of order where `meant` is there, and of closed where something is asked of operands, each in all domains
/// that the type has. Operands for which a call on the way has a fault are excluded from all but the first three: those
/// tell of it. An absent identity is `refuted`: its operands are elements that no element leaves all as they are, also
/// because each call with them has a fault. The first four are unknown where they are proved for the lengths alone, of
/// what is not canonical.
/// Each finding is told besides as soon as it is there, from any thread.
std::vector<LawFinding> prove_laws(const Symbolic& symbolic, const Limits& limits,
                                   const std::function<void(const LawFinding&)>& tell = {});

/// The laws and domains of which prove_laws has findings, in their order.
std::vector<std::pair<Law, Domain>> laws_asked(const Symbolic& symbolic);

}  // namespace tutti::op
