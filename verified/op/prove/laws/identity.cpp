// An e with e ∘ x = x = x ∘ e for all x, by counterexample-guided synthesis (Solar-Lezama et al., "Combinatorial
// sketching for finite programs", 2006): one question finds an e that suits finitely many x, another an x that it does
// not suit.
#include <fmt/format.h>

#include <algorithm>

#include "verified/op/prove/encode/meaning.hpp"
#include "verified/op/prove/encode/terms.hpp"
#include "verified/op/prove/encode/value.hpp"
#include "verified/op/prove/laws/calls.hpp"
#include "verified/op/prove/laws/laws.hpp"
#include "verified/op/prove/laws/trial.hpp"

namespace tutti::op {
namespace {

class Synthesis {
 public:
  explicit Synthesis(const Asked& asked)
      : asked_(asked),
        one_(summary_of(asked.symbolic.call, context_, 1, floats_of(asked.domain))),
        e_(context_),
        x_(context_),
        on_x_(context_),
        on_e_(context_),
        holds_(context_),
        unmodelled_(context_),
        for_neighbours_(context_) {
    Calls calls(asked.symbolic, one_, asked.domain), alone(asked.symbolic, one_, asked.domain);
    const auto e = calls.operand("e"), x = alone.operand("x");
    for (const auto& a : calls.assumptions()) on_e_.push_back(a);
    const auto left = calls(e, x), right = calls(x, e);
    const bool by_value = asked.symbolic.equal_by_value;
    holds_ = all_of(calls.assumptions()) && same(left, x, by_value) && same(right, x, by_value);
    z3::expr_vector unmodelled(context_);
    for (const auto& u : calls.unmodelled()) unmodelled.push_back(u.when);
    unmodelled_ = any_of(unmodelled);
    for (const auto& a : alone.assumptions()) on_x_.push_back(a);
    for (const auto& leaf : e) e_.push_back(leaf);
    for (const auto& leaf : x) x_.push_back(leaf);
    if (asked.domain == Domain::real) require_neighbours();
  }

  LawFinding run() {
    if (!has_calls()) return finding(asked_, Answer::unknown, nothing_to_ask);
    const auto unknown_functions = uninterpreted(holds_);
    for (std::size_t round = 0; round < most_rounds; ++round) {
      if (tried_ == most_telling && !unknown_functions.empty())
        return finding(asked_, Answer::unknown, "it rests on " + unknown_functions[0]);
      const auto e = candidate();
      if (e.sat == Sat::unsat) return absent(e.by);
      if (e.sat == Sat::unknown) return finding(asked_, Answer::unknown, "no element is tried: " + e.why);
      const auto question = about(e.assignment);
      const auto decision = decide(question, asked_.symbolic.type, asked_.effort);
      if (decision.answer == Answer::proved) return present(e.assignment, decision.by);
      if (decision.answer == Answer::unknown)
        return finding(asked_, Answer::unknown, "it may be " + print(e.assignment) + ": " + decision.why);
      misfits_.push_back(decision.assignment);
      if (evaluate(may_suit(decision.assignment), e.assignment).is_true())
        return finding(asked_, Answer::unknown, "of " + print(e.assignment) + " not all is known");
    }
    return finding(asked_, Answer::unknown, fmt::format("none of the first {} elements that were tried", most_rounds));
  }

 private:
  static Element element(const z3::expr_vector& leaves) {
    Element all;
    for (const auto& leaf : leaves) all.push_back(leaf);
    return all;
  }

  /// Perhaps no finite set of real x excludes every e. So x are also taken that depend on e.
  void require_neighbours() {
    for (const int step : {-1, 1}) {
      z3::expr_vector neighbour(context_);
      for (const auto& leaf : e_) neighbour.push_back(leaf.is_real() ? leaf + step : leaf);
      const auto at = [&](const z3::expr& term) { return z3::expr(term).substitute(x_, neighbour); };
      for_neighbours_.push_back(z3::implies(at(all_of(on_x_)), at(unmodelled_ || holds_)));
    }
  }

  bool has_calls() {
    Calls calls(asked_.symbolic, one_, asked_.domain);
    const auto x = calls.operand("x"), y = calls.operand("y");
    calls(x, y);
    return is_possible({calls.assumptions(), context_.bool_val(true), {{"x", {x}}, {"y", {y}}}, {}},
                       asked_.symbolic.type, asked_.effort);
  }

  static z3::expr with(const z3::expr& term, const Assignment& assignment) {
    z3::expr_vector from(term.ctx()), to(term.ctx());
    for (const auto& [constant, value] : assignment) {
      from.push_back(constant);
      to.push_back(value);
    }
    return z3::expr(term).substitute(from, to);
  }
  /// That e may suit this x.
  z3::expr may_suit(const Assignment& x) { return all_of(on_e_) && with(unmodelled_ || holds_, x); }

  /// Is this e one?
  Question about(const Assignment& e) { return {on_x_, with(!unmodelled_ && holds_, e), {{"x", {element(x_)}}}, {}}; }

  /// The telling value of that number, or the last one, for each leaf that `is_chosen`, and the first for the others.
  template <class Chosen>
  Assignment telling(const z3::expr_vector& of, std::size_t number, Chosen is_chosen) {
    Assignment all;
    for (unsigned i = 0; i < of.size(); ++i) {
      const auto values = telling_values(context_, asked_.symbolic.type.leaves[i].scalar, one_.floats);
      all.emplace_back(of[static_cast<int>(i)], values[is_chosen(i) ? std::min(number, values.size() - 1) : 0]);
    }
    return all;
  }
  Assignment telling(const z3::expr_vector& of, std::size_t number) {
    return telling(of, number, [](unsigned) { return true; });
  }

  /// That e suits all x so far, but for the one of that number, and its neighbours.
  z3::expr_vector suits(std::size_t but = none) {
    z3::expr_vector all(context_);
    for (std::size_t i = 0; i < misfits_.size(); ++i)
      if (i != but) all.push_back(may_suit(misfits_[i]));
    for (const auto& n : for_neighbours_) all.push_back(n);
    for (const auto& a : on_e_) all.push_back(a);
    return all;
  }

  /// An e that suits all x so far: the same telling value in all its leaves, or else one that a solver finds.
  Solved candidate() {
    const auto all = all_of(suits());
    while (tried_ < most_telling) {
      const auto e = telling(e_, tried_++);
      if (!evaluate(all, e).is_false()) return {Sat::sat, "trial", "", e};
    }
    if (auto quick = found_by_solver(asked_.effort * quick_share); quick.sat != Sat::unknown) return quick;
    if (find_hopeless()) return {Sat::unsat, "z3", "", {}};
    return found_by_solver(asked_.effort);
  }

  /// An x of floating point, such as infinity or the smallest number, that no e suits: each is a small question, and
  /// all at once are a hard one.
  bool find_hopeless() {
    if (has_looked_ || asked_.domain == Domain::real || !asked_.symbolic.type.has_floating()) return false;
    has_looked_ = true;
    Account account(asked_.effort / 2);
    for (std::size_t number = most_telling; number-- > 1;)
      for (unsigned leaf = 0; leaf <= x_.size(); ++leaf) {
        if (account.is_empty()) return false;
        const bool uniform = leaf == x_.size();
        const auto x = telling(x_, number, [&](unsigned i) { return uniform || i == leaf; });
        if (is_hopeless(x, account)) return misfits_ = {x}, true;
      }
    return false;
  }
  bool is_hopeless(const Assignment& x, Account& account) {
    if (!evaluate(all_of(on_x_), x).is_true()) return false;
    z3::expr_vector alone(context_);
    alone.push_back(may_suit(x).simplify());
    const auto share = asked_.effort / 20;
    const auto solved = solve(alone, share);
    account.charge(share, solved.sat != Sat::unknown);
    return solved.sat == Sat::unsat;
  }

  Solved found_by_solver(Effort effort) {
    auto found = solve(suits(), effort);
    for (const auto& leaf : e_)  // what does not matter is 0
      if (found.sat == Sat::sat && z3::eq(evaluate(leaf, found.assignment), leaf))
        found.assignment.emplace_back(leaf, zero_of(leaf));
    return found;
  }
  static z3::expr zero_of(const z3::expr& leaf) {
    auto& context = leaf.ctx();
    const auto sort = leaf.get_sort();
    if (sort.is_fpa()) return z3::expr(context, Z3_mk_fpa_zero(context, sort, false));
    return sort.is_real() ? context.real_val(0) : context.bv_val(0, sort.bv_size());
  }

  std::string print(const Assignment& e) {
    std::string exact;
    const auto bytes = bytes_of({element(e_)}, asked_.symbolic.type, e, "e", exact);
    return bytes ? "e = " + literal(asked_.symbolic.type, *bytes) + (exact.empty() ? "" : " (" + exact + ")")
                 : "some e";
  }

  LawFinding present(const Assignment& e, const std::string& by) {
    return finding(asked_, Answer::proved, print(e), by);
  }

  /// No e suits all x so far. Those that are not needed for that are not shown.
  LawFinding absent(const std::string& by) {
    for (std::size_t i = 0; i < misfits_.size();)
      if (solve(suits(i), asked_.effort / 10).sat == Sat::unsat)
        misfits_.erase(misfits_.begin() + static_cast<std::ptrdiff_t>(i));
      else
        ++i;
    auto found = finding(asked_, Answer::refuted, "there is none", by);
    found.counterexample.emplace();
    std::string exact;
    for (std::size_t i = 0; i < misfits_.size(); ++i) {
      const auto name = misfits_.size() == 1 ? "x" : "x" + std::to_string(i + 1);
      if (const auto bytes = bytes_of({element(x_)}, asked_.symbolic.type, misfits_[i], name, exact))
        found.counterexample->operands.emplace_back(name, *bytes);
    }
    found.counterexample->says = misfits_.empty()       ? "no e leaves both e - 1 and e + 1 as they are"
                                 : misfits_.size() == 1 ? "no e has e ∘ x = x = x ∘ e"
                                                        : "no e leaves all of these as they are";
    return found;
  }

  static constexpr double quick_share = 0.1;  ///< of the effort of a query, before the questions are cut small
  static constexpr std::size_t most_telling = 20, most_rounds = 60, none = static_cast<std::size_t>(-1);

  const Asked& asked_;
  z3::context context_;
  Summary one_;
  z3::expr_vector e_, x_;
  z3::expr_vector on_x_, on_e_;     ///< which x there are, and which e
  z3::expr holds_;                  ///< of e and x: both calls are without fault and leave x
  z3::expr unmodelled_;             ///< of e and x: nothing is known of a call
  z3::expr_vector for_neighbours_;  ///< of e: it holds for x = e - 1 and x = e + 1
  std::vector<Assignment> misfits_;
  std::size_t tried_ = 0;
  bool has_looked_ = false;
};

}  // namespace

LawFinding prove_identity(const Asked& asked) { return Synthesis(asked).run(); }

}  // namespace tutti::op
