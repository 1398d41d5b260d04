#include "verified/check/smt/query.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "verified/check/smt/print_value.hpp"

namespace tutti::smt {
namespace {

/// Interrupts the solver from outside: its own parameter "timeout" can hang for ever (Z3 4.8.12, on nonlinear
/// integers).
z3::check_result check(z3::solver& solver, double time_limit) {
  std::mutex mutex;
  std::condition_variable over;
  bool done = false;
  std::jthread watch([&] {
    std::unique_lock lock(mutex);
    if (!over.wait_for(lock, std::chrono::duration<double>(time_limit), [&] { return done; })) solver.ctx().interrupt();
  });
  const auto found = solver.check();
  {
    const std::lock_guard lock(mutex);
    done = true;
  }
  over.notify_one();
  return found;
}

std::string print_model(const Statement& statement, const z3::model& model) {
  std::string text;
  for (const auto& [name, term] : statement.shown)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, print_value(model.eval(term, true)));
  return text;
}

/// Empty where the assumptions can hold.
std::optional<Answer> fault_of_assumptions(const Statement& statement, double time_limit) {
  if (statement.assumptions.empty()) return {};
  z3::solver solver(statement.claim.ctx());
  for (const auto& a : statement.assumptions) solver.add(a);
  switch (check(solver, time_limit)) {
    case z3::unsat: return Answer{Found::refuted, "nothing fulfils its assumptions, so it states nothing"};
    case z3::unknown: return Answer{Found::unknown, "can its assumptions hold? " + solver.reason_unknown()};
    case z3::sat: break;
  }
  return {};
}

Answer answer(const Query& query, double time_limit) {
  z3::context context;
  const auto statement = query.build(context);
  if (const auto fault = fault_of_assumptions(statement, time_limit)) return *fault;
  if (statement.claim.simplify().is_true()) return {Found::proved};
  z3::solver solver(context);
  for (const auto& a : statement.assumptions) solver.add(a);
  solver.add(!statement.claim);
  switch (check(solver, time_limit)) {
    case z3::unsat: return {Found::proved};
    case z3::sat: return {Found::refuted, print_model(statement, solver.get_model())};
    case z3::unknown: break;
  }
  return {Found::unknown, solver.reason_unknown()};
}

}  // namespace

Answer ask(const Query& query, double time_limit) {
  const auto start = std::chrono::steady_clock::now();
  auto found = [&]() -> Answer {
    try {
      return answer(query, time_limit);
    } catch (const z3::exception& e) {
      return {Found::unknown, e.msg()};
    }
  }();
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return found;
}

std::vector<Answer> ask_all(const std::vector<Query>& queries, double time_limit, int jobs,
                            const std::function<void(std::size_t, std::size_t)>& progress) {
  std::vector<Answer> answers(queries.size());
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < queries.size();) {
      answers[i] = ask(queries[i], time_limit);
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
  for (const auto& a : statement.assumptions) solver.add(a);
  solver.add(!statement.claim);
  return fmt::format("; {}\n; {}\n; unsat where it holds: this asks for a counterexample\n(set-logic ALL)\n{}",
                     query.name, query.states, solver.to_smt2());
}

}  // namespace tutti::smt
