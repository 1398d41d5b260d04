#include "verified/op/prove/solve.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>
#include <unordered_set>

#include "verified/op/prove/cvc5.hpp"

namespace tutti::op {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::duration;
using std::chrono::milliseconds;

/// Most questions are over by then, before a second program is worth its start.
constexpr milliseconds head_start{100};

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

/// Z3 in a context of its own, because who interrupts a context spoils it. Its own parameter "timeout" can hang
/// for ever (Z3 4.8.12, on nonlinear integers).
class Race {
 public:
  Race(const z3::expr_vector& claims, double seconds)
      : to_(claims.ctx()),
        claims_(claims),
        theirs_(constants_of(claims)),
        translated_(translate(claims, own_)),
        solver_(solver_of(translated_)),
        limit_(seconds) {}

  Solved run() {
    std::thread watch([this] { this->watch(); });
    auto z3 = ask_z3();
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    over_.notify_one();
    watch.join();
    if (z3.sat == Sat::sat) read_model(z3);
    return agreed(z3, cvc5_ ? read_cvc5(*cvc5_, theirs_, to_) : Solved{});
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

  /// Starts cvc5, and stops Z3 when cvc5 knows or the time is over.
  void watch() {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(duration<double>(limit_));
    std::unique_lock lock(mutex_);
    const auto is_done = [this] { return done_; };
    if (over_.wait_for(lock, std::min<duration<double>>(head_start, duration<double>(limit_)), is_done)) return;
    std::optional<Cvc5> cvc5;
    if (duration<double>(limit_) > head_start) start(cvc5);
    while (!over_.wait_for(lock, milliseconds(5), is_done)) {
      if (cvc5 && !cvc5_) cvc5_ = answer_of(*cvc5);
      is_over_ = Clock::now() > end;
      if (cvc5_ || is_over_) own_.interrupt();
    }
    if (cvc5 && !cvc5_) cvc5_ = answer_of(*cvc5);
  }

  /// Not where Z3 cannot print the question.
  void start(std::optional<Cvc5>& cvc5) {
    try {
      cvc5.emplace(print_smt2(claims_, theirs_), limit_);
    } catch (const z3::exception&) {
    }
  }

  /// Absent while it runs, and where it knows nothing: Z3 is then alone.
  static std::optional<std::string> answer_of(Cvc5& cvc5) {
    auto output = cvc5.output();
    if (output && !output->starts_with("sat") && !output->starts_with("unsat")) return {};
    return output;
  }

  Solved agreed(const Solved& z3, const Solved& cvc5) const {
    if (z3.sat == Sat::unknown && cvc5.sat != Sat::unknown) return cvc5;
    if (z3.sat == Sat::unknown && is_over_) return {Sat::unknown, "", fmt::format("no answer in {:.2g} s", limit_), {}};
    if (cvc5.sat == Sat::unknown || cvc5.sat == z3.sat) return z3;
    return {Sat::unknown, "", "z3 and cvc5 disagree: only one of them finds a counterexample", {}};
  }

  z3::context& to_;
  const z3::expr_vector& claims_;
  std::vector<z3::expr> theirs_;  ///< the constants of the claims
  z3::context own_;
  z3::expr_vector translated_;
  z3::solver solver_;
  double limit_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool done_ = false, is_over_ = false;
  std::optional<std::string> cvc5_;
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

Solved solve(const z3::expr_vector& claims, double seconds) {
  try {
    auto solved = Race(claims, seconds).run();
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
