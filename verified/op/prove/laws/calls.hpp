// Calls of the operator inside a law, and what must hold for their results to mean anything.
#pragma once
#include "verified/op/prove/laws/question.hpp"

namespace tutti::op {

constexpr Floats floats_of(Domain domain) { return domain == Domain::real ? Floats::real : Floats::ieee; }

/// Throws Unsupported.
Summary summary_of(const Call& call, z3::context& context, int len, Floats floats);
z3::expr pre_of(const Symbolic& symbolic, const Element& element, Floats floats);
/// No leaf is NaN or -0.
z3::expr is_ordinary(const Element& element);

/// The assumptions grow with each call.
class Calls {
 public:
  /// `one` is of len 1.
  Calls(const Symbolic& symbolic, Summary one, Domain domain);

  /// An operand of the law, by a name of its own. It is as --pre and the domain want it.
  Element operand(const char* name);

  /// x ∘ y. Assumes that the call has no fault, that C can hold its operands, and that the result is one of the domain.
  Element operator()(const Element& x, const Element& y);

  const z3::expr_vector& assumptions() const { return assumptions_; }
  /// Where the calls so far are not modelled.
  const std::vector<Fault>& unmodelled() const { return unmodelled_; }

 private:
  z3::expr with_operands(const z3::expr& term, const Element& x, const Element& y) const;
  void assume_in_domain(const Element& element);

  const Symbolic& symbolic_;
  Summary one_;
  Domain domain_;
  z3::expr_vector assumptions_;
  std::vector<Fault> unmodelled_;
};

}  // namespace tutti::op
