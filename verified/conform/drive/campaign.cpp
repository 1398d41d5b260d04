#include "verified/conform/drive/campaign.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "verified/conform/drive/launch_ends.hpp"

namespace tutti::conform {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_asked_again = 3;  ///< failures of a class
constexpr int most_starts = 3;       ///< in a row, of what has worked before or takes too long
constexpr int most_alone = 3;        ///< times that a case is run alone, until it fails there

std::string under(const Case& c) {
  const auto np = "np=" + std::to_string(c.ranks);
  return c.algorithm.empty() ? np : np + " and " + c.algorithm;
}

/// Whether a case that is run alone has done what ended or held up the launch before.
bool is_guilty(const Outcome& alone) {
  if (alone.verdict != Verdict::permitted) return alone.verdict == Verdict::failed;
  const auto kind = alone.found.front().wrong.kind;
  return kind == Kind::crash || kind == Kind::hang;
}

/// Found by a rank itself, not concluded from how the launch ended.
bool has_own_findings(const Outcome& o) {
  return std::ranges::any_of(o.found, [](const Finding& f) { return f.rank >= 0; });
}

/// That of the thread which serves launches.
thread_local Runner* runner_of_this_thread = nullptr;

class Campaign {
 public:
  Campaign(const CampaignRequest& request, Runner& runner, const Watch& watch)
      : request_(request),
        main_runner_(runner),
        watch_(watch),
        settled_(request.cases.size()),
        first_launch_(request.in_first_launch) {
    for (std::size_t k = 0; k < request.known.size(); ++k) {
      settled_[k] = request.known[k];
      if (settled_[k]) ends_.count(request.cases[k], *settled_[k]);
    }
  }

  Results run() {
    Groups groups;
    for (int k = 0; k < static_cast<int>(request_.cases.size()); ++k) {
      const auto& c = request_.cases[index(k)];
      groups[{may_fail(c), launch_kind_of(c)}].push_back(k);
    }
    std::string why = "the run was stopped before it";
    try {
      serve_side_by_side(groups);
      settle_what_never_started();
    } catch (const NoRoom& e) {
      results_.trouble = why = e.what();
    }
    for (const auto& outcome : settled_) results_.outcomes.push_back(outcome.value_or(undecided(why)));
    return std::move(results_);
  }

 private:
  using Groups = std::map<std::pair<bool, LaunchKind>, std::vector<int>>;  ///< those that may fail last

  static std::size_t index(int k) { return static_cast<std::size_t>(k); }
  bool is_open(int k) const { return !settled_[index(k)]; }
  bool may_fail(const Case& c) const { return request_.may_fail && request_.may_fail(c); }
  bool is_expected(const Case& c, const Outcome& o) const { return request_.is_expected && request_.is_expected(c, o); }

  /// So that it need not be asked whether it is only slow.
  bool is_known_to_hang(const Case& c, const Outcome& o) const {
    return request_.is_expected ? request_.is_expected(c, o) : request_.may_end && request_.may_end(c);
  }

  // ---- launches side by side: whoever is at work holds the lock, but for the time of its launches

  void serve_side_by_side(const Groups& groups) {
    auto next_group = groups.begin();
    std::exception_ptr trouble;
    const auto work = [&](Runner& runner) {
      std::unique_lock lock(mutex_);
      runner_of_this_thread = &runner;
      try {
        while (next_group != groups.end() && !trouble) serve((next_group++)->second);
      } catch (...) {
        if (!trouble) trouble = std::current_exception();
      }
    };
    std::vector<Runner> others(static_cast<std::size_t>(std::max(request_.jobs, 1) - 1), main_runner_);
    {
      std::vector<std::jthread> threads;
      for (auto& other : others) threads.emplace_back([&] { work(other); });
      work(main_runner_);
    }
    for (const auto& other : others) main_runner_.take_over(other);
    if (trouble) std::rethrow_exception(trouble);
  }

  /// What `launches` gives; others may go on meanwhile.
  template <class F>
  auto unlocked(F launches) {
    mutex_.unlock();
    struct Relock {
      std::mutex& mutex;
      ~Relock() { mutex.lock(); }
    } const relock{mutex_};
    return launches();
  }

  Served serve_cases(const std::vector<Case>& cases, const Settled& settled, Patience patience) {
    return unlocked([&] {
      const auto locked = [&](int i, const Outcome& o) {
        const std::lock_guard lock(mutex_);
        settled(i, o);
      };
      return runner_of_this_thread->serve(cases, locked, patience);
    });
  }

  Outcome alone(const Case& c) {
    const auto patience = may_fail(c) ? Patience::brief : Patience::whole;
    bool may_be_slow = false;
    auto outcome = unlocked([&] {
      auto& runner = *runner_of_this_thread;
      auto first = runner.alone(c, patience);
      may_be_slow = has_found(first, {Kind::hang}) && !is_known_to_hang(c, first) && !runner.stopped();
      return may_be_slow ? runner.alone(c, Patience::thorough) : first;
    });
    if (may_be_slow && !has_found(outcome, {Kind::hang})) slow_.insert(print(c));
    return outcome;
  }

  void serve(const std::vector<int>& group) {
    for (int failed_starts = 0;;) {
      const auto numbers = next(group);
      if (numbers.empty() || main_runner_.stopped()) return;
      const auto end = serve_launch(numbers);
      first_launch_ = std::min(4 * first_launch_, request_.most_per_launch);
      failed_starts = end == End::not_started ? failed_starts + 1 : 0;
      if (failed_starts > 0 && !may_start_yet(group, failed_starts)) return;
    }
  }

  /// The open cases of the group that the next launch takes.
  std::vector<int> next(const std::vector<int>& group) {
    std::vector<int> numbers;
    for (const int k : group) {
      if (!is_open(k)) continue;
      if (const auto why = ends_.why_not_run(request_.cases[index(k)]))
        settle(k, not_run(request_.cases[index(k)], *why));
      else if (static_cast<int>(numbers.size()) < std::min(first_launch_, request_.most_per_launch))
        numbers.push_back(k);
    }
    return numbers;
  }

  Outcome not_run(const Case& c, const std::string& why) const {
    return request_.may_end && request_.may_end(c) ? skipped(why) : undecided("not run: " + why);
  }

  End serve_launch(const std::vector<int>& numbers) {
    std::vector<Case> cases;
    for (const int k : numbers) cases.push_back(request_.cases[index(k)]);
    std::vector<Suspect> failures;
    int count = 0;
    const auto start = Clock::now();
    const auto patience = patience_with(cases);
    const auto served = serve_cases(
        cases,
        [&](int i, const Outcome& o) {
          ++count;
          if (o.verdict == Verdict::failed)
            failures.push_back({i, o});
          else
            settle(numbers[index(i)], o);
        },
        patience);
    auto& speed = results_.speed[cases.front().ranks];
    speed.cases += count;
    speed.seconds += std::chrono::duration<double>(Clock::now() - start).count();
    why_not_started_ = served.ending.text;
    took_too_long_ = served.ending.took_too_long;
    if (served.ending.end == End::not_started) return End::not_started;
    if (served.ending.end != End::stopped) worked_.insert({cases.front().ranks, cases.front().algorithm});
    for (auto& f : failures) settle(numbers[index(f.number)], asked_again(cases, f));
    judge(numbers, cases, served.suspects, patience);
    return served.ending.end;
  }

  /// Who expects a hang need not wait for the whole time limit to suspect one; nor who has seen one, and asks again: of
  /// what is suspected then, alone(), which waits for the whole limit, says whether it hangs.
  Patience patience_with(const std::vector<Case>& cases) const {
    const bool is_asked_again = ends_.any_hang() && cases.size() > 1;
    return is_asked_again || may_fail(cases.front()) ? Patience::brief : Patience::whole;
  }

  // ---- launches that do not start

  /// Whether to try again. If not, the open cases of the group are given up.
  bool may_start_yet(const std::vector<int>& group, int failed_starts) {
    const auto& c = request_.cases[index(group.front())];
    const bool has_worked = worked_.contains({c.ranks, c.algorithm});
    if ((has_worked || took_too_long_) && failed_starts < most_starts) return true;
    if (has_worked) {
      for (const int k : group)
        if (is_open(k)) settle(k, undecided("the launch no longer starts: it " + why_not_started_));
    } else {
      never_started_.push_back({group,
                                "under " + under(c) + " the worker does not start: the launch " + why_not_started_,
                                !c.algorithm.empty() && !took_too_long_});
    }
    return false;
  }

  void settle_what_never_started() {
    const auto was_run = [](const auto& o) { return o && o->verdict != Verdict::skipped; };
    if (!never_started_.empty() && worked_.empty() && std::ranges::none_of(settled_, was_run))
      throw std::runtime_error(never_started_.front().why + " (launcher: " + main_runner_.launcher().command + ")");
    for (const auto& [group, why, is_no_loss] : never_started_)
      for (const int k : group)
        if (is_open(k)) settle(k, is_no_loss ? skipped(why) : undecided(why));
  }

  // ---- failures

  bool is_known(const Case& c, const Outcome& o) {
    return known_.contains(class_of(c, o)) || ++asked_[class_of(c, o)] > most_asked_again;
  }

  /// One of a class that has been asked for often enough: a failure where some of it have come again.
  Outcome not_asked(const Case& c, const Outcome& o) const {
    if (known_.contains(class_of(c, o)) || has_come_again_.contains(class_of(c, o))) return o;
    return never_again(o, "others like it pass alone, and behind the cases before them");
  }

  /// It may be an accident of this machine.
  static Outcome never_again(Outcome o, const std::string& why) {
    o.verdict = Verdict::undecided;
    o.again = Again::never;
    o.why = "seen once, " + describe(o.found.front()) + "; " + why;
    return o;
  }

  /// A failure in a launch that came to its end.
  Outcome asked_again(const std::vector<Case>& cases, const Suspect& f) {
    const auto& c = cases[index(f.number)];
    if (main_runner_.stopped() || is_expected(c, f.outcome)) return f.outcome;
    if (is_known(c, f.outcome)) return not_asked(c, f.outcome);
    for (int time = 0; time < most_alone; ++time) {
      auto outcome = alone(c);
      if (main_runner_.stopped()) return f.outcome;
      if (outcome.verdict != Verdict::failed) continue;
      outcome.again = Again::alone;
      known_.insert(class_of(c, outcome));
      return outcome;
    }
    return after_others(cases, f);
  }

  /// It passes alone: a few cases directly before it may be what it needs.
  Outcome after_others(const std::vector<Case>& cases, const Suspect& f) {
    auto outcome = f.outcome;
    if (main_runner_.stopped()) return outcome;
    for (int n = std::min(1, f.number); n > 0; n = n < f.number ? std::min(4 * n, f.number) : 0) {
      const auto from = cases.begin() + (f.number - n), to = cases.begin() + f.number;
      const std::vector<Case> list(from, to + 1);
      if (!fails_at_its_end(list)) continue;
      outcome.again = Again::after_others;
      outcome.before.assign(from, to);
      has_come_again_.insert(class_of(list.back(), outcome));
      return outcome;
    }
    if (main_runner_.stopped() || outcome.verdict != Verdict::failed) return outcome;
    return never_again(std::move(outcome), "it passes alone, and behind the cases before it");
  }

  bool fails_at_its_end(const std::vector<Case>& list) {
    bool fails = false;
    const int last = static_cast<int>(list.size()) - 1;
    const auto served = serve_cases(
        list, [&](int i, const Outcome& o) { fails = fails || (i == last && o.verdict == Verdict::failed); },
        Patience::whole);
    return fails || std::ranges::any_of(served.suspects, [&](const Suspect& s) { return s.number == last; });
  }

  /// Settles every suspect: one that has ended the launch as it must is one by itself; else each is asked alone, and if
  /// all pass alone, the first is the culprit, unless it was but slower than a launch in a hurry would wait. One that
  /// is expected is asked last, and where all others are innocent it need not be.
  void judge(const std::vector<int>& numbers, const std::vector<Case>& cases, const std::vector<Suspect>& suspects,
             Patience patience) {
    const auto settle_as = [&](const Suspect& s, const Outcome& o) { settle(numbers[index(s.number)], o); };
    const bool is_hurried = patience == Patience::brief && !may_fail(cases.front());
    const auto is_only_late = [&](const Suspect& s) {
      return is_hurried && has_found(s.outcome, {Kind::hang}) && !has_own_findings(s.outcome);
    };
    if (suspects.size() == 1 && suspects[0].outcome.verdict == Verdict::passed)
      return settle_as(suspects[0], suspects[0].outcome);
    if (suspects.size() == 1 && !has_found(suspects[0].outcome, {Kind::hang}) &&
        is_known(cases[index(suspects[0].number)], suspects[0].outcome))
      return settle_as(suspects[0], suspects[0].outcome);
    const auto is_as_expected = [&](const Suspect& s) {
      return s.outcome.verdict == Verdict::passed || is_expected(cases[index(s.number)], s.outcome);
    };
    auto in_turn = suspects;
    const auto expected = std::stable_partition(in_turn.begin(), in_turn.end(), std::not_fn(is_as_expected));
    std::reverse(expected, in_turn.end());  // of several the first is likely to have held up the others
    bool has_culprit = false;
    std::vector<std::pair<const Suspect*, Outcome>> cleared;
    for (const auto& s : in_turn) {
      if (!has_culprit && &s == &in_turn.back() && is_as_expected(s)) {
        has_culprit = true;
        settle_as(s, s.outcome);
        continue;
      }
      auto outcome = alone(cases[index(s.number)]);
      if (main_runner_.stopped()) return;
      if (!is_guilty(outcome)) {
        cleared.emplace_back(&s, outcome);
        continue;
      }
      has_culprit = true;
      outcome.again = Again::alone;
      known_.insert(class_of(cases[index(s.number)], outcome));
      settle_as(s, outcome);
    }
    for (const auto& [s, innocent] : cleared) {
      if (slow_.contains(print(cases[index(s->number)]))) {  // it took its time, and hangs nowhere
        has_culprit = true;
        settle_as(*s, innocent);
        continue;
      }
      const bool is_culprit = !has_culprit || has_own_findings(s->outcome);
      has_culprit = has_culprit || is_culprit;
      auto outcome = is_culprit ? after_others(cases, *s) : innocent;
      settle_as(*s, outcome.again == Again::never && is_only_late(*s) ? innocent : outcome);
    }
  }

  void settle(int k, const Outcome& outcome) {
    ends_.count(request_.cases[index(k)], outcome);
    const auto* runner = runner_of_this_thread ? runner_of_this_thread : &main_runner_;
    if (!is_library_told_ && !runner->library().text.empty()) {
      is_library_told_ = true;
      watch_.library(runner->library());
    }
    settled_[index(k)] = outcome;
    watch_.settled(k, outcome);
  }

  const CampaignRequest& request_;
  Runner& main_runner_;
  std::mutex mutex_;
  const Watch& watch_;
  std::vector<std::optional<Outcome>> settled_;
  Results results_;
  std::set<std::pair<int, std::string>> worked_;  ///< ranks and algorithm
  std::set<std::string> slow_;                    ///< cases that take longer than the time limit and come to an end
  struct NeverStarted {
    std::vector<int> group;
    std::string why;
    bool is_no_loss;  ///< an algorithm that is not there; not a number of ranks, nor one that starts slowly
  };
  std::vector<NeverStarted> never_started_;
  std::string why_not_started_;
  bool took_too_long_ = false;
  int first_launch_;                      ///< cases
  std::set<std::string> known_;           ///< classes of which one failure has come again alone
  std::set<std::string> has_come_again_;  ///< and those of which one has behind others
  std::map<std::string, int> asked_;
  LaunchEnds ends_;
  bool is_library_told_ = false;
};

}  // namespace

std::string class_of(const Case& c, const Outcome& failure) {
  return std::string(row(c.procedure).name) + "|" + std::string(name_of(failure.found.front().wrong.kind)) + "|" +
         c.algorithm + "|" + std::string(name_of(c.comm)) + "|" + std::string(name_of(c.form)) + "|" + c.wrong;
}

Results run(const CampaignRequest& request, Runner& runner, const Watch& watch) {
  return Campaign(request, runner, watch).run();
}

}  // namespace tutti::conform
