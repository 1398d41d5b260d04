#include "verified/check/smt/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "verified/check/smt/print_value.hpp"
#include "verified/check/smt/statement.hpp"
#include "verified/check/thread_clock.hpp"

namespace tutti::smt {
namespace {

/// The solver's own parameter "timeout" can hang for ever (Z3 4.8.12, on nonlinear integers), so it is interrupted from
/// outside; again and again, because it takes no notice before it has begun.
z3::check_result check(z3::solver& solver, const Limit& limit) {
  using Seconds = std::chrono::duration<double>;
  z3::params parameters(solver.ctx());
  parameters.set("rlimit", limit.steps);
  solver.set(parameters);
  std::mutex mutex;
  std::condition_variable over;
  bool done = false;
  const ThreadClock clock;
  const double end = clock.seconds() + limit.seconds;
  std::jthread watch([&] {
    constexpr double between_interrupts = 0.01, between_looks = 1;
    std::unique_lock lock(mutex);
    for (bool stop = false; !done; stop = clock.seconds() >= end) {
      if (stop) solver.ctx().interrupt();
      const double rest = stop ? between_interrupts : std::clamp(end - clock.seconds(), 0.0, between_looks);
      over.wait_for(lock, Seconds(rest), [&] { return done; });
    }
  });
  const auto found = solver.check();
  {
    const std::lock_guard lock(mutex);
    done = true;
  }
  over.notify_one();
  return found;
}

/// The steps of all that was asked in the context of the solver.
std::uint64_t steps_of(const z3::solver& solver) {
  const auto statistics = solver.statistics();
  for (unsigned i = 0; i < statistics.size(); ++i)
    if (statistics.key(i) == "rlimit count")
      return statistics.is_uint(i) ? statistics.uint_value(i) : static_cast<std::uint64_t>(statistics.double_value(i));
  return 0;
}

std::string print_model(const Statement& statement, const z3::model& model) {
  std::string text;
  for (const auto& [name, term] : statement.shown)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, print_value(model.eval(term, true)));
  return text;
}

/// What Z3's kernel alone finds in few steps. That decides most of what is asked here; the tactics around it take
/// milliseconds to set up, which is many times as long.
z3::check_result glance(z3::solver& kernel, const z3::expr_vector& terms, const Limit& limit) {
  constexpr unsigned few_steps = 20000;
  for (const auto& t : terms) kernel.add(t);
  return check(kernel, {.steps = limit.steps ? std::min(limit.steps, few_steps) : few_steps, .seconds = limit.seconds});
}

/// Empty where the assumptions can hold.
std::optional<Answer> fault_of_assumptions(const Statement& statement, const Limit& limit) {
  if (statement.assumptions.empty()) return {};
  z3::solver kernel(statement.claim.ctx(), z3::solver::simple());
  if (glance(kernel, statement.assumptions, limit) == z3::sat) return {};
  z3::solver solver(statement.claim.ctx());
  for (const auto& a : statement.assumptions) solver.add(a);
  switch (check(solver, limit)) {
    case z3::unsat: return Answer{Found::unknown, "nothing fulfils its assumptions, so it states nothing"};
    case z3::unknown: return Answer{Found::unknown, "can its assumptions hold? " + solver.reason_unknown()};
    case z3::sat: break;
  }
  return {};
}

/// Where a counterexample was looked for by that solver.
Answer answer(const Statement& statement, const z3::solver& solver, z3::check_result found) {
  const auto steps = steps_of(solver);
  switch (found) {
    case z3::unsat: return {.found = Found::proved, .steps = steps};
    case z3::sat:
      return {.found = Found::refuted, .detail = print_model(statement, solver.get_model()), .steps = steps};
    case z3::unknown: break;
  }
  return {.found = Found::unknown, .detail = solver.reason_unknown(), .steps = steps};
}

/// The assumptions and the opposite of the claim.
z3::expr_vector counterexample_to(const Statement& statement) {
  z3::expr_vector terms(statement.claim.ctx());
  for (const auto& a : statement.assumptions) terms.push_back(a);
  terms.push_back(!statement.claim);
  return terms;
}

Answer answer(const Statement& statement, const Limit& limit) {
  if (const auto fault = fault_of_assumptions(statement, limit)) return *fault;
  if (statement.claim.simplify().is_true()) return {Found::proved};
  const auto terms = counterexample_to(statement);
  auto& context = statement.claim.ctx();
  z3::solver kernel(context, z3::solver::simple());
  if (const auto found = glance(kernel, terms, limit); found != z3::unknown) return answer(statement, kernel, found);
  z3::solver solver(context);
  for (const auto& t : terms) solver.add(t);
  return answer(statement, solver, check(solver, limit));
}

Answer answer(const Query& query, const Limit& limit) {
  z3::context context;
  const auto found = answer(query.build(context), limit);
  if (found.found != Found::refuted || !query.in_full) return found;
  z3::context another;
  auto again = answer(query.in_full(another), limit);
  again.steps += found.steps;
  return again;
}

}  // namespace

Answer ask(const Query& query, const Limit& limit) {
  const auto start = std::chrono::steady_clock::now();
  auto found = [&]() -> Answer {
    try {
      return answer(query, limit);
    } catch (const z3::exception& e) {
      return {Found::unknown, e.msg()};
    } catch (const std::exception& e) {
      return {Found::unknown, e.what()};
    }
  }();
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return found;
}

std::vector<Answer> ask_all(const std::vector<Query>& queries, const Limit& limit, int jobs,
                            const std::function<void(std::size_t, std::size_t)>& progress) {
  std::vector<Answer> answers(queries.size());
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < queries.size();) {
      answers[i] = ask(queries[i], limit);
      const std::lock_guard lock(mutex);
      ++done;
      if (progress) progress(done, queries.size());
    }
  };
  std::vector<std::jthread> others;
  for (int j = 1; j < jobs; ++j) others.emplace_back(work);
  work();
  return answers;
}

std::string print_smt2(const Query& query) {
  z3::context context;
  const auto statement = query.build(context);
  z3::solver solver(context);
  for (const auto& t : counterexample_to(statement)) solver.add(t);
  return fmt::format("; {}\n; {}\n; unsat where it holds: this asks for a counterexample\n(set-logic ALL)\n{}",
                     query.name, query.states, solver.to_smt2());
}

}  // namespace tutti::smt
