// Laws that are an equation of two terms.
#include "verified/op/prove/laws/calls.hpp"
#include "verified/op/prove/laws/laws.hpp"

namespace tutti::op {
namespace {

Question equation(Calls& calls, const Asked& asked, std::vector<Named> operands, Named left, Named right) {
  const auto claim = same(left.second[0], right.second[0], asked.symbolic.equal_by_value);
  return {calls.assumptions(), claim, std::move(operands), {std::move(left), std::move(right)}, calls.unmodelled()};
}

Question associative(Calls& calls, const Asked& asked) {
  const auto x = calls.operand("x"), y = calls.operand("y"), z = calls.operand("z");
  const auto left = calls(calls(x, y), z), right = calls(x, calls(y, z));
  return equation(calls, asked, {{"x", {x}}, {"y", {y}}, {"z", {z}}}, {"(x ∘ y) ∘ z", {left}},
                  {"x ∘ (y ∘ z)", {right}});
}

Question commutative(Calls& calls, const Asked& asked) {
  const auto x = calls.operand("x"), y = calls.operand("y");
  const auto left = calls(x, y), right = calls(y, x);
  return equation(calls, asked, {{"x", {x}}, {"y", {y}}}, {"x ∘ y", {left}}, {"y ∘ x", {right}});
}

Question idempotent(Calls& calls, const Asked& asked) {
  const auto x = calls.operand("x");
  return equation(calls, asked, {{"x", {x}}}, {"x ∘ x", {calls(x, x)}}, {"x", {x}});
}

/// The result as it is meant, or that with its operands swapped.
Question order(Calls& calls, const Asked& asked, bool swapped) {
  const auto x = calls.operand("x"), y = calls.operand("y");
  auto& context = x.at(0).ctx();
  Calls meant(asked.symbolic, summary_of(asked.symbolic.meant, context, 1, floats_of(asked.domain)), asked.domain);
  const auto left = calls(x, y), right = swapped ? meant(y, x) : meant(x, y);
  auto question = equation(calls, asked, {{"x", {x}}, {"y", {y}}}, {"x ∘ y", {left}}, {"as meant", {right}});
  for (const auto& a : meant.assumptions()) question.assumptions.push_back(a);
  for (const auto& u : meant.unmodelled()) question.unmodelled.push_back(u);
  return question;
}

Question closed(Calls& calls, const Asked& asked) {
  const auto x = calls.operand("x"), y = calls.operand("y");
  const auto result = calls(x, y);
  return {calls.assumptions(),
          pre_of(asked.symbolic, result, floats_of(asked.domain)),
          {{"x", {x}}, {"y", {y}}},
          {{"x ∘ y", {result}}},
          calls.unmodelled()};
}

Question question_of(const Asked& asked, const Summary& one) {
  Calls calls(asked.symbolic, one, asked.domain);
  switch (asked.law) {
    case Law::associative: return associative(calls, asked);
    case Law::commutative: return commutative(calls, asked);
    case Law::idempotent: return idempotent(calls, asked);
    case Law::order: return order(calls, asked, false);
    default: return closed(calls, asked);
  }
}

bool are_equal(const Element& a, const Element& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](auto& left, auto& right) { return z3::eq(left, right); });
}

/// It is told besides, and shall not take much longer than the law itself.
constexpr double fused_share = 0.25;

/// "fused: refuted" where contraction to fused multiply-adds changes the operator.
std::string fused(const Asked& asked, z3::context& context, const Summary& one) {
  if (asked.domain != Domain::ieee) return "";
  const auto contracted = summary_of(asked.symbolic.call, context, 1, Floats::ieee_fused);
  if (are_equal(contracted.result[0], one.result[0])) return "";
  const auto question = question_of(asked, contracted);
  const auto decision = decide(question, asked.symbolic.type, asked.effort * fused_share);
  return "fused: " + std::string(name_of(decision.answer));
}

}  // namespace

LawFinding prove_equation(const Asked& asked) {
  z3::context context;
  const auto& type = asked.symbolic.type;
  const auto one = summary_of(asked.symbolic.call, context, 1, floats_of(asked.domain));
  const auto question = question_of(asked, one);
  auto found = conclude(asked, question, decide(question, type, asked.effort));
  if (asked.law == Law::order && found.answer == Answer::refuted) {
    Calls calls(asked.symbolic, one, asked.domain);
    if (decide(order(calls, asked, true), type, asked.effort).answer == Answer::proved)
      found.why = "swapped: it computes inout ∘ in";
  }
  if (const auto also = fused(asked, context, one); !also.empty()) found.why += (found.why.empty() ? "" : "; ") + also;
  return found;
}

}  // namespace tutti::op
