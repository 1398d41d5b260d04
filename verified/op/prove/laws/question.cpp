#include "verified/op/prove/laws/question.hpp"

#include "verified/op/prove/encode/fractions.hpp"
#include "verified/op/prove/encode/integers.hpp"
#include "verified/op/prove/encode/meaning.hpp"
#include "verified/op/prove/encode/normal_form.hpp"
#include "verified/op/prove/encode/terms.hpp"
#include "verified/op/prove/encode/value.hpp"
#include "verified/op/prove/laws/trial.hpp"

namespace tutti::op {
namespace {

/// Shares of the effort of a query: for trials without a solver, and for each way of making a counterexample smaller.
constexpr double trial_share = 0.1, shrink_share = 0.1;
/// For the proofs that take less than trials do.
constexpr double blink_share = 0.02;

/// With the assumption that all is modelled.
Question modelled(const Question& question) {
  auto copy = question;
  copy.assumptions = z3::expr_vector(question.claim.ctx());
  for (const auto& a : question.assumptions) copy.assumptions.push_back(a);
  for (const auto& u : question.unmodelled) copy.assumptions.push_back(!u.when);
  return copy;
}

z3::expr_vector counterexamples_of(const Question& question) {
  z3::expr_vector claims(question.claim.ctx());
  for (const auto& a : question.assumptions) claims.push_back(a);
  claims.push_back(!question.claim);
  return claims;
}

z3::expr equal(const z3::expr& a, const z3::expr& b, bool by_value) {
  if (!by_value || !a.is_fpa()) return a == b;
  auto& context = a.ctx();
  const auto is_nan = [&](const z3::expr& e) { return z3::expr(context, Z3_mk_fpa_is_nan(context, e)); };
  return z3::expr(context, Z3_mk_fpa_eq(context, a, b)) || (is_nan(a) && is_nan(b));
}

bool holds_by_rewriting(const z3::expr& claim) {
  const auto sorted = sort_operands(claim.simplify()).simplify();
  return sorted.is_true() || expand_polynomials(sorted).is_true() ||
         expand_polynomials(cross_multiply(claim)).is_true();
}

z3::expr_vector with_sorted_operands(const z3::expr_vector& claims) {
  const auto sorted = sort_operands(all_of(claims));
  z3::expr_vector one(claims.ctx());
  one.push_back(sorted);
  return one;
}

/// The solver by which the claims cannot hold, whatever the products in them are; absent where they may, or have none.
std::optional<std::string> refuted_with_free_products(const z3::expr_vector& claims, Effort effort) {
  const auto claim = all_of(claims), freed = with_free_products(claim);
  if (z3::eq(claim, freed)) return {};
  z3::expr_vector one(claims.ctx());
  one.push_back(freed);
  const auto solved = solve(one, effort);
  return solved.sat == Sat::unsat ? std::optional(solved.by) : std::nullopt;
}

Decision refuted(const z3::expr_vector& wrong, const std::vector<Constant>& leaves, const Solved& solved,
                 Effort effort) {
  const auto small = shrink_by_solver(wrong, leaves, complete(solved.assignment, leaves), effort);
  return {Answer::refuted, solved.by, "", shrink(all_of(wrong), leaves, small, effort)};
}

}  // namespace

z3::expr same(const Element& a, const Element& b, bool by_value) {
  z3::expr_vector all(a.at(0).ctx());
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back(equal(a[i], b[i], by_value));
  return all_of(all);
}

std::vector<Constant> leaves_of(const Question& question, const Type& type) {
  std::vector<Constant> leaves;
  for (const auto& [name, elements] : question.operands)
    for (const auto& element : elements)
      for (std::size_t i = 0; i < element.size(); ++i) leaves.push_back({element[i], type.leaves[i].scalar});
  return leaves;
}

Decision decide(const Question& asked, const Type& type, Effort effort) {
  if (holds_by_rewriting(asked.claim)) return {Answer::proved, "rewriting", "", {}};
  const auto question = modelled(asked);
  const auto wrong = counterexamples_of(question);
  const auto leaves = leaves_of(question, type);
  if (const auto solved = solve(with_sorted_operands(wrong), effort * blink_share); solved.sat == Sat::unsat)
    return {Answer::proved, solved.by, "", {}};
  if (const auto found = try_values(all_of(wrong), leaves, effort * trial_share))
    return {Answer::refuted, "trial", "", shrink(all_of(wrong), leaves, *found, effort * shrink_share)};
  if (const auto lifted = lift_to_integers(question, leaves)) {
    const auto solved = solve(*lifted, effort / 2);
    if (solved.sat == Sat::unsat) return {Answer::proved, solved.by, "", {}};
  }
  const auto sorted = with_sorted_operands(wrong);
  if (const auto by = refuted_with_free_products(sorted, effort / 4)) return {Answer::proved, *by, "", {}};
  const auto solved = solve(sorted, effort);
  if (solved.sat == Sat::unsat) return {Answer::proved, solved.by, "", {}};
  if (solved.sat == Sat::sat) return refuted(wrong, leaves, solved, effort * shrink_share);
  return {Answer::unknown, "", solved.why, {}};
}

Counterexample show(const Question& question, const Type& type, const Assignment& assignment) {
  Counterexample shown;
  std::string exact;
  for (const auto& [name, elements] : question.operands)
    if (const auto bytes = bytes_of(elements, type, assignment, name, exact)) shown.operands.emplace_back(name, *bytes);
  for (const auto& [name, elements] : question.results) {
    std::string of_result;
    const auto bytes = bytes_of(elements, type, assignment, name, of_result);
    if (!bytes) {
      shown.results.clear();
      break;
    }
    shown.results.emplace_back(name, *bytes);
    exact += (exact.empty() || of_result.empty() ? "" : ", ") + of_result;
  }
  shown.says = exact;
  return shown;
}

}  // namespace tutti::op
