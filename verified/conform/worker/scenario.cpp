#include "verified/conform/worker/scenario.hpp"

#include <unistd.h>

#include <stdexcept>
#include <thread>
#include <vector>

#include "verified/conform/case/mix.hpp"
#include "verified/conform/worker/between_messages.hpp"
#include "verified/conform/worker/companions.hpp"
#include "verified/conform/worker/completion.hpp"
#include "verified/conform/worker/error_cases.hpp"
#include "verified/conform/worker/error_text.hpp"
#include "verified/conform/worker/job.hpp"
#include "verified/conform/worker/local.hpp"
#include "verified/conform/worker/recorded.hpp"
#include "verified/conform/worker/reveal.hpp"

namespace tutti::mpi::conform {
namespace {

using tutti::conform::Comm;
using tutti::conform::Form;
using tutti::conform::Kind;
using tutti::conform::mix;
using tutti::conform::Scenario;
using tutti::conform::Wrong;

constexpr int in_a_row_usually = 3;

using Jobs = std::vector<std::unique_ptr<Job>>;

/// Calls of the same kind, with different data.
Jobs jobs_of(const Case& c, Groups& groups, bool on_one_communicator = false) {
  Jobs jobs;
  for (int k = 0; k < at_once(c); ++k) {
    auto own = c;
    own.seed += static_cast<std::uint64_t>(k);
    jobs.push_back(Job::make(own, groups.of(c.comm, on_one_communicator ? 1 : k + 1)));
  }
  return jobs;
}

/// Persistent requests are started twice, with other data.
int times(const Case& c) { return c.form == Form::persistent ? 2 : 1; }

std::uint64_t other_seed(const Case& c, std::size_t job) { return ~c.seed - job; }

/// The first call that is wrong says how.
void append(Report& all, Report one, const std::string& where = "") {
  if (all.wrong.empty())
    for (auto& w : one.wrong)
      all.wrong.push_back({w.kind, std::move(w.text) + (where.empty() ? "" : " (" + where + ")")});
  if (all.skipped.empty()) all.skipped = std::move(one.skipped);
  if (all.notes.empty()) all.notes = std::move(one.notes);
}

std::string number(std::size_t k, const Jobs& jobs) {
  return std::to_string(k + 1) + " of " + std::to_string(jobs.size());
}

/// Completes them all, in an order of the rank's own: one after another, or by one procedure that is for several.
void finish_all(const Case& c, const Jobs& jobs, std::size_t first) {
  const auto calls = jobs.size();
  CompletedTogether together;
  for (std::size_t k = 0; completes_all_at_once(c) && k < calls; ++k) jobs[k]->leave_to(together);
  together.complete(c, first);
  for (std::size_t k = calls; k > 0; --k) jobs[(first + k) % calls]->finish();
}

/// On communicators of their own, so that each rank starts them in its own order, and completes them in another; but
/// persistent requests are made in one order, as that may wait for the other ranks.
Report in_flight(const Case& c, Groups& groups) {
  const auto jobs = jobs_of(c, groups);
  const auto calls = jobs.size();
  const auto first = static_cast<std::size_t>(groups.of(c.comm).rank);
  StartedTogether together;
  for (std::size_t k = 0; starts_all_at_once(c) && k < calls; ++k) jobs[k]->join(together);
  Report report;
  for (int time = 0; time < times(c); ++time) {
    for (std::size_t k = 0; time > 0 && k < calls; ++k) jobs[k]->refill(other_seed(c, k));
    const auto turned = c.form == Form::persistent && time == 0 ? 0 : first;
    for (std::size_t k = 0; k < calls; ++k) jobs[(turned + k) % calls]->start();
    together.start(first);
    finish_all(c, jobs, first);
    for (std::size_t k = 0; k < calls; ++k)
      append(report, jobs[k]->compare(), "call " + number(k, jobs) + " in flight");
  }
  return report;
}

/// What another collective between the calls says that is wrong, if anything.
std::optional<Wrong> wrong_sum(const Group& group) {
  const int one = 1, due = group.inter() ? group.remote_size : group.size;
  int sum = -1;
  const int code = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, group.comm);
  if (code != MPI_SUCCESS)
    return Wrong{Kind::unexpected_error, "a blocking MPI_Allreduce meanwhile returns " + error_text(code)};
  if (sum == due) return std::nullopt;
  return Wrong{Kind::wrong_value, "a blocking MPI_Allreduce meanwhile gives " + std::to_string(sum) + " where " +
                                      std::to_string(due) + " is due"};
}

/// All on one communicator, where the order of their starts says which belong together (MPI 4.0, 6.12).
Report outstanding(const Case& c, Groups& groups) {
  const auto jobs = jobs_of(c, groups, true);
  const auto calls = jobs.size();
  const auto& group = groups.of(c.comm, 1);
  const auto first = static_cast<std::size_t>(group.rank);
  Report report;
  for (int time = 0; time < times(c); ++time) {
    for (std::size_t k = 0; time > 0 && k < calls; ++k) jobs[k]->refill(other_seed(c, k));
    MPI_Request barrier;
    for (std::size_t k = 0; k < calls; ++k) {
      jobs[k]->start();
      if (k == 0) MPI_Ibarrier(group.comm, &barrier);
    }
    if (auto wrong = wrong_sum(group); wrong && report.wrong.empty()) report.wrong.push_back(std::move(*wrong));
    finish_all(c, jobs, first);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    for (std::size_t k = 0; k < calls; ++k)
      append(report, jobs[k]->compare(), "call " + number(k, jobs) + " outstanding on one communicator");
  }
  return report;
}

/// One call after another on one communicator; `before` and `between` are called at each, before it starts and before
/// it is completed. What differs is said to be at call K of so many `how`.
template <class Before, class Between>
Report in_a_row(const Case& c, Groups& groups, int times, const std::string& how, Before before, Between between) {
  const auto job = Job::make(c, groups.of(c.comm));
  Report report;
  for (int k = 0; k < times; ++k) {
    if (k > 0) job->refill(other_seed(c, static_cast<std::size_t>(k)));
    before();
    job->start();
    between();
    job->finish();
    append(report, job->compare(), "call " + std::to_string(k + 1) + " of " + std::to_string(times) + how);
  }
  return report;
}

/// Ranks enter, and complete, at times of their own.
Report late(const Case& c, Groups& groups) {
  constexpr unsigned most_microseconds = 4000;
  auto random = mix(c.seed) + static_cast<std::uint64_t>(groups.of(Comm::world).rank);
  const auto wait = [&] { usleep(static_cast<useconds_t>((random = mix(random)) % most_microseconds)); };
  return in_a_row(c, groups, in_a_row_usually, ", ranks being late", wait, wait);
}

Report repeated(const Case& c, Groups& groups) {
  const auto nothing = [] {};
  return in_a_row(c, groups, repetitions(c), " in a row", nothing, nothing);
}

#ifdef SMPI_H  // SimGrid's MPI has no MPI_T
Report with_tools(const Case&, Groups&) { return {.wrong = {}, .skipped = "this MPI has no MPI_T"}; }
#else
/// A tool comes and goes while the calls are under way (MPI 4.0, 15.3.4: at any time, and again). It asks nothing:
/// MPICH 4.0.2 crashes where one asks that has come again, and that is no matter of the calls.
Report with_tools(const Case& c, Groups& groups) {
  int provided;
  const auto open = [&] { MPI_T_init_thread(MPI_THREAD_SINGLE, &provided); };
  return in_a_row(c, groups, in_a_row_usually, " beside MPI_T", open, [] { MPI_T_finalize(); });
}
#endif

/// Calls of other procedures are started between those of the case, and what is pending is completed in the end, in
/// another order at each rank. Only the calls of the case are judged: the others have cases of their own.
Report mixed(const Case& c, Groups& groups) {
  constexpr int others_between = 3;
  const auto jobs = jobs_of(c, groups, true);
  const auto calls = jobs.size();
  const auto& group = groups.of(c.comm, 1);
  std::vector<std::unique_ptr<Job>> others;
  for (const auto& other : companions(c, others_between * static_cast<int>(calls)))
    others.push_back(Job::make(other, group));
  const auto first = static_cast<std::size_t>(group.rank);
  Report report;
  for (int time = 0; time < times(c); ++time) {
    for (std::size_t k = 0; time > 0 && k < calls; ++k) jobs[k]->refill(other_seed(c, k));
    for (std::size_t k = 0; time > 0 && k < others.size(); ++k) others[k]->refill(other_seed(c, k));
    for (std::size_t k = 0; k < calls; ++k) {
      jobs[k]->start();
      for (std::size_t i = k; i < others.size(); i += calls) others[i]->start();
    }
    finish_all(c, jobs, first);
    for (std::size_t i = others.size(); i > 0; --i) others[(first + i) % others.size()]->finish();
    for (std::size_t k = 0; k < calls; ++k)
      append(report, jobs[k]->compare(), "call " + number(k, jobs) + " among other procedures");
  }
  return report;
}

/// The threads of the calls, and one that calls another procedure meanwhile.
Report on_threads(const Case& c, Groups& groups) {
  int provided;
  MPI_Query_thread(&provided);
  if (provided < MPI_THREAD_MULTIPLE)
    return {.wrong = {}, .skipped = "the MPI was started without MPI_THREAD_MULTIPLE, or does not provide it"};
  const auto jobs = jobs_of(c, groups);
  const auto calls = jobs.size();
  std::vector<Report> reports(calls);
  std::unique_ptr<Job> other;
  for (const auto& companion : companions(c, 1))
    other = Job::make(companion, groups.of(c.comm, static_cast<int>(calls) + 1));
  constexpr int rounds = 3;  // so that the threads meet inside the MPI
  const auto call_again_and_again = [&](std::size_t k) {
    for (int round = 0; round < rounds; ++round) {
      if (round > 0) jobs[k]->refill(other_seed(c, k) - static_cast<std::uint64_t>(calls * round));
      jobs[k]->start();
      jobs[k]->finish();
      append(reports[k], jobs[k]->compare());
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < calls; ++k) threads.emplace_back(call_again_and_again, k);
    for (int round = 0; other && round < rounds; ++round) other->start(), other->finish();
  }
  Report report;
  for (std::size_t k = 0; k < calls; ++k) append(report, std::move(reports[k]), "thread " + number(k, jobs));
  return report;
}

}  // namespace

bool is_scenario(const Case& c) { return c.scenario != Scenario::alone || !communicates(c.procedure); }

Report run_scenario(const Case& c, Groups& groups, const std::function<void()>& noticed, const Scheduler& scheduler) {
  if (c.scenario == Scenario::error) return run_error_case(c, groups, noticed);
  if (c.scenario == Scenario::time) return record_times(c, groups, scheduler);
  if (!communicates(c.procedure)) return run_locally(c);
  switch (c.scenario) {
    case Scenario::in_flight: return in_flight(c, groups);
    case Scenario::outstanding: return outstanding(c, groups);
    case Scenario::between_messages: return between_messages(c, groups);
    case Scenario::threads: return on_threads(c, groups);
    case Scenario::late: return late(c, groups);
    case Scenario::repeated: return repeated(c, groups);
    case Scenario::tools: return with_tools(c, groups);
    case Scenario::mixed: return mixed(c, groups);
    case Scenario::reveal: return reveal(c, groups);
    case Scenario::digest: return record_digests(c, groups);
    default: throw std::invalid_argument("a plain call is no scenario");
  }
}

}  // namespace tutti::mpi::conform
