#include "verified/op/prove/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>
#include <unordered_set>

#include "verified/check/thread_clock.hpp"
#include "verified/op/prove/cvc5.hpp"

namespace tutti::op {
namespace {

using std::chrono::milliseconds;

/// Most questions are over by then, before a second program is worth its start.
constexpr milliseconds head_start{100};
constexpr Effort least_for_cvc5 = 0.1;

z3::expr_vector translate(const z3::expr_vector& terms, z3::context& to) {
  return {to, z3::ast_vector(to, Z3_ast_vector_translate(terms.ctx(), terms, to))};
}

/// The question as SMT-LIB 2, and then a line for each constant's value.
std::string print_smt2(const z3::expr_vector& claims, const std::vector<z3::expr>& constants) {
  std::string text = "(set-logic ALL)\n";
  text += Z3_benchmark_to_smtlib_string(claims.ctx(), "", "", "unknown", "", 0, nullptr, z3::mk_and(claims));
  for (const auto& c : constants) {
    std::ostringstream name;
    name << c;
    text += fmt::format("(get-value ({}))\n", name.str());
  }
  return text;
}

/// "((x value))" line by line.
Assignment read_values(std::istream& text, const std::vector<z3::expr>& constants, z3::context& context) {
  z3::func_decl_vector names(context);
  for (const auto& c : constants) names.push_back(c.decl());
  Assignment assignment;
  std::string line;
  for (std::size_t i = 0; i < constants.size() && std::getline(text, line); ++i) {
    if (line.size() < 4) throw z3::exception("cvc5 gives no values");
    const auto claim = fmt::format("(assert (= {}))", line.substr(2, line.size() - 4));
    const auto equal = context.parse_string(claim.c_str(), z3::sort_vector(context), names)[0];
    assignment.emplace_back(constants[i], equal.arg(1).simplify());
  }
  return assignment;
}

Solved read_cvc5(const std::string& output, const std::vector<z3::expr>& constants, z3::context& context) {
  std::istringstream text(output);
  std::string said;
  std::getline(text, said);
  if (said == "unsat") return {Sat::unsat, "cvc5", "", {}};
  if (said != "sat") return {};
  try {
    return {Sat::sat, "cvc5", "", read_values(text, constants, context)};
  } catch (const z3::exception&) {  // values that it writes in its own way
    return {};
  }
}

Assignment assignment_of(const z3::model& model, const std::vector<z3::expr>& ours,
                         const std::vector<z3::expr>& theirs) {
  Assignment assignment;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    auto& to = theirs[i].ctx();
    assignment.emplace_back(theirs[i], z3::expr(to, Z3_translate(model.ctx(), model.eval(ours[i], true), to)));
  }
  return assignment;
}

/// Z3 in a context of its own, because who interrupts a context spoils it. CPU time is the limit where it does not
/// count its steps; its own parameter "timeout" can hang for ever (Z3 4.8.12, on nonlinear integers).
class Race {
 public:
  Race(const z3::expr_vector& claims, Effort effort)
      : to_(claims.ctx()),
        claims_(claims),
        theirs_(constants_of(claims)),
        translated_(translate(claims, own_)),
        solver_(solver_of(translated_)),
        effort_(effort) {
    z3::params parameters(own_);
    parameters.set("rlimit", static_cast<unsigned>(std::clamp(effort * z3_steps, 1.0, 4e9)));
    solver_.set(parameters);
  }

  Solved run() {
    std::thread watch([this] { this->watch(); });
    auto z3 = ask_z3();
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    over_.notify_one();
    watch.join();
    if (z3.sat == Sat::unknown) wait_for_cvc5();
    if (z3.sat == Sat::sat) read_model(z3);
    return agreed(z3, answer_ ? read_cvc5(*answer_, theirs_, to_) : Solved{});
  }

 private:
  /// Without the assignment, because the watch may need the context of the claims.
  Solved ask_z3() {
    try {
      switch (solver_.check()) {
        case z3::unsat: return {Sat::unsat, "z3", "", {}};
        case z3::sat: return {Sat::sat, "z3", "", {}};
        case z3::unknown: return {Sat::unknown, "", solver_.reason_unknown(), {}};
      }
    } catch (const z3::exception& e) {
      return {Sat::unknown, "", e.msg(), {}};
    }
    return {};
  }

  /// Unknown where the time was over just then.
  void read_model(Solved& solved) {
    try {
      solved.assignment = assignment_of(solver_.get_model(), constants_of(translated_), theirs_);
    } catch (const z3::exception& e) {
      solved = {Sat::unknown, "", e.msg(), {}};
    }
  }

  /// Starts cvc5 after the head start, and stops Z3 when cvc5 knows or the CPU time is over.
  void watch() {
    const double end = z3_clock_.seconds() + effort_ * cpu_seconds;
    std::unique_lock lock(mutex_);
    const auto is_done = [this] { return done_; };
    if (over_.wait_for(lock, head_start, is_done)) return;
    start();
    while (!over_.wait_for(lock, milliseconds(5), is_done)) {
      look();
      if (answer_ || z3_clock_.seconds() > end) own_.interrupt();
    }
    look();
  }

  /// Z3 has given up, so it is for cvc5 to say that nothing is known.
  void wait_for_cvc5() {
    start();
    for (look(); cvc5_; look()) std::this_thread::sleep_for(milliseconds(2));
  }

  /// Once, and not where Z3 cannot print the question, nor for a blink, which is over before it has started.
  void start() {
    if (is_started_ || effort_ < least_for_cvc5) return;
    is_started_ = true;
    try {
      cvc5_.emplace(print_smt2(claims_, theirs_), effort_);
    } catch (const z3::exception&) {
    }
  }

  /// Takes what it says when it is over, if it knows: else Z3 is alone.
  void look() {
    if (!cvc5_) return;
    auto output = cvc5_->output();
    if (!output) return;
    if (output->starts_with("sat") || output->starts_with("unsat")) answer_ = std::move(output);
    cvc5_.reset();
  }

  Solved agreed(const Solved& z3, const Solved& cvc5) const {
    if (z3.sat == Sat::unknown && cvc5.sat != Sat::unknown) return cvc5;
    if (z3.sat == Sat::unknown)
      return {Sat::unknown, "", fmt::format("{} with an effort of {:.2g}", no_answer, effort_), {}};
    if (cvc5.sat == Sat::unknown || cvc5.sat == z3.sat) return z3;
    return {Sat::unknown, "", "z3 and cvc5 disagree: only one of them finds a counterexample", {}};
  }

  z3::context& to_;
  const z3::expr_vector& claims_;
  std::vector<z3::expr> theirs_;  ///< the constants of the claims
  z3::context own_;
  z3::expr_vector translated_;
  z3::solver solver_;
  Effort effort_;
  ThreadClock z3_clock_;  ///< of this thread, which runs it
  std::mutex mutex_;
  std::condition_variable over_;
  bool done_ = false, is_started_ = false;
  std::optional<Cvc5> cvc5_;           ///< while it runs
  std::optional<std::string> answer_;  ///< of cvc5, if it knows
};

void collect(const z3::expr& term, std::unordered_set<unsigned>& seen, std::vector<z3::expr>& found) {
  if (!term.is_app() || !seen.insert(term.id()).second) return;
  if (term.is_const() && term.decl().decl_kind() == Z3_OP_UNINTERPRETED) found.push_back(term);
  for (unsigned i = 0; i < term.num_args(); ++i) collect(term.arg(i), seen, found);
}

}  // namespace

z3::solver solver_of(const z3::expr_vector& claims) {
  auto& context = claims.ctx();
  z3::goal goal(context);
  for (const auto& claim : claims) goal.add(claim);
  const auto is_one_of = [&](const char* logic) { return z3::probe(context, logic)(goal) != 0; };
  z3::solver solver = is_one_of("is-qfbv")   ? z3::tactic(context, "qfbv").mk_solver()
                      : is_one_of("is-qffp") ? z3::tactic(context, "qffp").mk_solver()
                                             : z3::solver(context);
  for (const auto& claim : claims) solver.add(claim);
  return solver;
}

std::vector<z3::expr> constants_of(const z3::expr_vector& terms) {
  std::unordered_set<unsigned> seen;
  std::vector<z3::expr> found;
  for (const auto& t : terms) collect(t, seen, found);
  return found;
}

z3::expr evaluate(const z3::expr& term, const Assignment& assignment) {
  z3::expr_vector from(term.ctx()), to(term.ctx());
  for (const auto& [constant, value] : assignment) {
    from.push_back(constant);
    to.push_back(value);
  }
  return z3::expr(term).substitute(from, to).simplify();
}

Solved solve(const z3::expr_vector& claims, Effort effort) {
  try {
    auto solved = Race(claims, effort).run();
    if (solved.sat == Sat::sat)
      for (const auto& claim : claims)
        if (evaluate(claim, solved.assignment).is_false())
          return {Sat::unknown, "", "z3 and cvc5 disagree: " + solved.by + " shows a counterexample that is none", {}};
    return solved;
  } catch (const z3::exception& e) {
    return {Sat::unknown, "", e.msg(), {}};
  }
}

}  // namespace tutti::op
