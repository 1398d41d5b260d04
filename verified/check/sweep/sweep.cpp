// One queue of cases, ascending in (p, root) within an algorithm, and `jobs` threads that empty it. Only sums are kept.
// A proof cannot be interrupted; at the time limit its thread is left alone with it, and nobody waits for what it
// finds.
#include "verified/check/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "reference/model.hpp"
#include "verified/check/sweep/claim.hpp"

namespace tutti {
namespace {

/// All roots and shapes of one (algorithm, p): how many cases are due, and the sums over those proved.
struct Tally {
  int ranks;
  std::vector<Shape> shapes;
  std::size_t roots;
  std::size_t due = roots * shapes.size();
  std::size_t proved = 0;
  Needs needs = {};
  bool agreement = true;
  Effort effort = {};

  bool complete() const { return proved == due; }
};

struct Part {
  const Algorithm* algorithm;
  std::vector<Tally> tallies;  ///< ascending in p
  std::optional<Counterexample> counterexample;
  std::pair<std::size_t, std::size_t> at = {};  ///< its tally, and its number there
  std::string unknown = {};                     ///< why a case that was reached is not decided
  double cpu_seconds = 0;
};

/// The shapes to prove. Where the record fails to list them there is one case without a shape, whose verdict says why.
std::vector<Shape> shapes_of(const Algorithm& algorithm, int p) try {
  return algorithm.shapes_for(p);
} catch (const NoSchedule&) {
  return std::vector<Shape>(1);
}

/// `number` counts the shapes of each root.
struct CaseIndex {
  std::size_t part, tally, number;
};

using Clock = std::chrono::steady_clock;

Clock::time_point deadline_of(double limit) {
  constexpr double decades = 1e9;  // seconds, which no clock's range ends
  if (limit <= 0) return Clock::time_point::max();
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(limit, decades)));
}

std::atomic<int> given_up = 0;  // threads that are left alone with a proof

class Sweep {
 public:
  explicit Sweep(const SweepRequest& request) : request_(request) {
    if (auto& roots = request_.roots) {
      std::ranges::sort(*roots);
      roots->erase(std::unique(roots->begin(), roots->end()), roots->end());
    }
    for (const auto* algorithm : request_.algorithms) {
      Part part{.algorithm = algorithm, .tallies = {}, .counterexample = {}};
      for (const int p : request_.ranks)
        if (algorithm->supports.holds(p))
          part.tallies.push_back({.ranks = p, .shapes = shapes_of(*algorithm, p), .roots = roots_of(*algorithm, p)});
      for (const auto& tally : part.tallies) total_ += tally.due;
      parts_.push_back(std::move(part));
    }
  }

  /// The threads share the sweep, since they may outlive the call.
  static std::vector<SweepResult> run(const std::shared_ptr<Sweep>& sweep) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < sweep->request_.jobs; ++i) threads.emplace_back([sweep] { sweep->work(); });
    const bool in_time = sweep->wait();
    if (!in_time) std::ranges::for_each(threads, &std::jthread::detach);
    threads.clear();
    return sweep->results();
  }

 private:
  std::size_t roots_of(const Algorithm& algorithm, int p) const {
    if (!row(algorithm.collective).rooted()) return 1;
    if (!request_.roots) return static_cast<std::size_t>(p);
    return static_cast<std::size_t>(std::ranges::lower_bound(*request_.roots, p) - request_.roots->begin());
  }

  Group group_of(const CaseIndex& c) const {
    const auto& part = parts_[c.part];
    const auto& shapes = part.tallies[c.tally].shapes;
    const bool listed = request_.roots && row(part.algorithm->collective).rooted();
    const auto root = c.number / shapes.size();
    return {.ranks = part.tallies[c.tally].ranks,
            .root = listed ? (*request_.roots)[root] : static_cast<Rank>(root),
            .shape = shapes[c.number % shapes.size()]};
  }

  bool out_of_time() const { return Clock::now() >= deadline_; }

  /// Until no thread works any more; false where the time is over before.
  bool wait() {
    std::unique_lock lock(mutex_);
    over_.wait_until(lock, deadline_, [&] { return working_ == 0; });
    closed_ = true;
    given_up += working_;
    return working_ == 0;
  }

  std::vector<SweepResult> results() {
    const std::scoped_lock lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    std::vector<SweepResult> results;
    for (auto& part : parts_) results.push_back(result_of(part));
    return results;
  }

  /// What comes next, or nothing. After a counterexample the rest of its algorithm is left out: all of it is greater.
  std::optional<CaseIndex> next() {
    const std::scoped_lock lock(mutex_);
    if (failure_ || closed_ || out_of_time()) return std::nullopt;
    for (; next_.part < parts_.size(); next_ = {next_.part + 1, 0, 0}) {
      const auto& part = parts_[next_.part];
      if (part.counterexample) continue;
      for (; next_.tally < part.tallies.size(); next_ = {next_.part, next_.tally + 1, 0})
        if (next_.number < part.tallies[next_.tally].due) {
          const CaseIndex found = next_;
          ++next_.number;
          return found;
        }
    }
    return std::nullopt;
  }

  void work() {
    try {
      while (const auto c = next()) {
        const auto& part = parts_[c->part];
        const double before = thread_cpu_seconds();
        Effort effort;
        const auto verdict = request_.prove(*part.algorithm, group_of(*c), effort);
        add(*c, verdict, effort, thread_cpu_seconds() - before);
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      failure_ = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    --working_;
    if (closed_) --given_up;
    over_.notify_all();
  }

  void add(const CaseIndex& c, const BareVerdict& verdict, const Effort& effort, double cpu_seconds) {
    const std::scoped_lock lock(mutex_);
    if (closed_) return;
    auto& part = parts_[c.part];
    auto& tally = part.tallies[c.tally];
    part.cpu_seconds += cpu_seconds;
    if (const auto* holds = std::get_if<Holds>(&verdict)) {
      ++tally.proved;
      tally.needs = tally.needs | holds->needs;
      tally.agreement &= holds->agreement;
      tally.effort.messages += effort.messages;
      tally.effort.steps += effort.steps;
    } else if (const auto* refuted = std::get_if<Refuted>(&verdict)) {
      const std::pair place{c.tally, c.number};
      if (!part.counterexample || place < part.at) {
        part.counterexample = refuted->counterexample;
        part.at = place;
      }
    } else {
      part.unknown = std::get<Unknown>(verdict).why;
    }
    ++done_;
    if (request_.progress) request_.progress(done_, total_);
  }

  /// Every p below that of a counterexample counts, and no other: the same sums whatever the number of threads.
  SweepResult result_of(const Part& part) const {
    SweepResult result{};
    result.algorithm = part.algorithm;
    result.counterexample = part.counterexample;
    result.cpu_seconds = part.cpu_seconds;
    result.every_root = !request_.roots || !row(part.algorithm->collective).rooted();
    for (const auto& tally : part.tallies) {
      if (result.counterexample && tally.ranks >= result.counterexample->ranks) break;
      result.needs = result.needs | tally.needs;
      result.agreement &= tally.agreement;
      result.cases += tally.proved;
      result.undecided += tally.due - tally.proved;
      result.effort.messages += tally.effort.messages;
      result.effort.steps += tally.effort.steps;
      if (tally.due > 0 && tally.complete()) result.proved_ranks.push_back(tally.ranks);
    }
    if (!result.counterexample) result.gap = gap_of(part, result);
    result.by_limit = result.undecided > 0 && !lacks_shapes(part);
    if (!result.counterexample && decides_needs(result) && !result.needs.covers(part.algorithm->needs))
      result.counterexample = overclaim(result);
    return result;
  }

  /// The smallest p for which there should be a schedule, but its family is empty; or null.
  static const Tally* lacks_shapes(const Part& part) {
    const auto at = std::ranges::find_if(part.tallies, [](const Tally& tally) { return tally.shapes.empty(); });
    return at == part.tallies.end() ? nullptr : &*at;
  }

  /// What is not decided of a part without a counterexample, and why.
  std::string gap_of(const Part& part, const SweepResult& result) const {
    if (const auto* tally = lacks_shapes(part))
      return fmt::format("its record lists no shape for p = {}", tally->ranks);
    if (!part.unknown.empty()) return part.unknown;
    const auto all = result.cases + result.undecided;
    if (result.undecided > 0)
      return fmt::format("{} of {} cases were not decided within {} s", result.undecided, all, request_.time_limit);
    return all > 0 ? "" : "there is no case to prove: it has no schedule for any p and root asked for";
  }

  /// Everything is proved, from p = 1 without a gap to where a word of three letters is due, if there is an operator: a
  /// need that shows nowhere is no need.
  bool decides_needs(const SweepResult& result) const {
    if (request_.roots || !result.gap.empty() || result.proved_ranks.empty()) return false;
    const auto collective = result.algorithm->collective;
    const int p = result.proved_ranks.back(), last = p - 1;
    const auto longest = due(collective, p, last, last, last);
    if (row(collective).combines() && (!longest || longest->last - longest->first < 3)) return false;
    return result.proves_all_up_to(p);
  }

  static Counterexample overclaim(const SweepResult& result) {
    const std::string law = result.needs.associative ? "a commutative" : "an associative";
    return {.fault = Fault::claim,
            .ranks = result.proved_ranks.back(),
            .root = -1,
            .found = "no root of any p up to this one needs " + law + " operator",
            .due = "the record claims that it needs one"};
  }

  SweepRequest request_;
  std::vector<Part> parts_;
  std::size_t total_ = 0;
  const Clock::time_point deadline_ = deadline_of(request_.time_limit);

  std::mutex mutex_;  ///< guards what follows and all parts
  CaseIndex next_{0, 0, 0};
  std::size_t done_ = 0;
  std::exception_ptr failure_;
  int working_ = request_.jobs;  ///< threads
  bool closed_ = false;          ///< nobody waits any more
  std::condition_variable over_;
};

}  // namespace

double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

BareVerdict prove_case(const Algorithm& algorithm, const Group& group, Effort& effort) {
  auto verdict = Prover::prove(algorithm, group, &effort);
  if (auto* refuted = std::get_if<Refuted>(&verdict)) return std::move(*refuted);
  if (auto* unknown = std::get_if<Unknown>(&verdict)) return std::move(*unknown);
  const auto& proved = std::get<Proved>(verdict);
  if (auto found = check_cost(algorithm, proved.schedule(), group)) return Refuted{std::move(*found)};
  return Holds{proved.needs(), proved.agreement()};
}

bool SweepResult::proves_all_up_to(int most) const {
  if (verdict() != "proved" || !every_root) return false;
  for (int p = 1; p <= most; ++p)
    if (algorithm->supports.holds(p) && !std::ranges::binary_search(proved_ranks, p)) return false;
  return true;
}

std::vector<SweepResult> sweep(const SweepRequest& request) { return Sweep::run(std::make_shared<Sweep>(request)); }

int proofs_given_up() { return given_up; }

}  // namespace tutti
