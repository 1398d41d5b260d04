#include "verified/conform/drive/campaign.hpp"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <set>
#include <stdexcept>

namespace tutti::conform {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_asked_again = 3;  ///< failures of a class
constexpr int most_starts = 3;       ///< in a row, of what has worked before

/// After so many that end a launch, cases of the same procedure, form and algorithm are not run any more: of those in
/// launches of one kind, and of all.
struct Most {
  int alike, all;
};
constexpr Most most_hangs{2, 4}, most_crashes{3, 24};

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

class Campaign {
 public:
  Campaign(const CampaignRequest& request, Runner& runner, const Watch& watch)
      : request_(request), runner_(runner), watch_(watch), settled_(request.cases.size()) {
    for (std::size_t k = 0; k < request.known.size(); ++k) {
      settled_[k] = request.known[k];
      if (settled_[k]) count_end(request.cases[k], *settled_[k]);
    }
  }

  Results run() {
    std::map<LaunchKind, std::vector<int>> groups;
    for (int k = 0; k < static_cast<int>(request_.cases.size()); ++k)
      groups[launch_kind_of(request_.cases[index(k)])].push_back(k);
    for (const auto& [kind, group] : groups) serve(group);
    settle_what_never_started();
    for (const auto& outcome : settled_)
      results_.outcomes.push_back(outcome.value_or(undecided("the run was stopped before it")));
    return std::move(results_);
  }

 private:
  static std::size_t index(int k) { return static_cast<std::size_t>(k); }
  bool is_open(int k) const { return !settled_[index(k)]; }

  void serve(const std::vector<int>& group) {
    for (int failed_starts = 0;;) {
      const auto numbers = next(group);
      if (numbers.empty() || runner_.stopped()) return;
      const auto end = serve_launch(numbers);
      failed_starts = end == End::not_started ? failed_starts + 1 : 0;
      if (failed_starts > 0 && !may_start_yet(group, failed_starts)) return;
    }
  }

  /// The open cases of the group that the next launch takes.
  std::vector<int> next(const std::vector<int>& group) {
    std::vector<int> numbers;
    for (const int k : group) {
      if (!is_open(k)) continue;
      if (is_too_often(hangs_, most_hangs, request_.cases[index(k)]))
        settle(k, skipped("cases like it have hung before"));
      else if (is_too_often(crashes_, most_crashes, request_.cases[index(k)]))
        settle(k, skipped("cases like it have ended the launch before"));
      else if (static_cast<int>(numbers.size()) < request_.most_per_launch)
        numbers.push_back(k);
    }
    return numbers;
  }

  End serve_launch(const std::vector<int>& numbers) {
    std::vector<Case> cases;
    for (const int k : numbers) cases.push_back(request_.cases[index(k)]);
    std::vector<Suspect> failures;
    int count = 0;
    const auto start = Clock::now();
    const auto served = runner_.serve(cases, [&](int i, const Outcome& o) {
      ++count;
      if (o.verdict == Verdict::failed)
        failures.push_back({i, o});
      else
        settle(numbers[index(i)], o);
    });
    auto& speed = results_.speed[cases.front().ranks];
    speed.cases += count;
    speed.seconds += std::chrono::duration<double>(Clock::now() - start).count();
    why_not_started_ = served.ending.text;
    if (served.ending.end == End::not_started) return End::not_started;
    if (served.ending.end != End::stopped) worked_.insert({cases.front().ranks, cases.front().algorithm});
    for (auto& f : failures) settle(numbers[index(f.number)], asked_again(cases, f));
    judge(numbers, cases, served.suspects);
    return served.ending.end;
  }

  // ---- launches that do not start

  /// Whether to try again. If not, the open cases of the group are given up.
  bool may_start_yet(const std::vector<int>& group, int failed_starts) {
    const auto& c = request_.cases[index(group.front())];
    const bool has_worked = worked_.contains({c.ranks, c.algorithm});
    if (has_worked && failed_starts < most_starts) return true;
    if (has_worked) {
      for (const int k : group)
        if (is_open(k)) settle(k, undecided("the launch no longer starts: it " + why_not_started_));
    } else {
      never_started_.push_back(
          {group, "under " + under(c) + " the worker does not start: the launch " + why_not_started_});
    }
    return false;
  }

  void settle_what_never_started() {
    const auto was_run = [](const auto& o) { return o && o->verdict != Verdict::skipped; };
    if (!never_started_.empty() && worked_.empty() && std::ranges::none_of(settled_, was_run))
      throw std::runtime_error(never_started_.front().second + " (launcher: " + runner_.launcher().command + ")");
    for (const auto& [group, why] : never_started_)
      for (const int k : group)
        if (is_open(k)) settle(k, skipped(why));
  }

  // ---- failures

  bool is_known(const Case& c, const Outcome& o) {
    return known_.contains(class_of(c, o)) || ++asked_[class_of(c, o)] > most_asked_again;
  }

  /// A failure in a launch that came to its end.
  Outcome asked_again(const std::vector<Case>& cases, const Suspect& f) {
    const auto& c = cases[index(f.number)];
    if (runner_.stopped() || is_known(c, f.outcome)) return f.outcome;
    auto alone = runner_.alone(c);
    if (alone.verdict != Verdict::failed) return after_others(cases, f);
    alone.again = Again::alone;
    known_.insert(class_of(c, alone));
    return alone;
  }

  /// It passes alone: a few cases directly before it may be what it needs.
  Outcome after_others(const std::vector<Case>& cases, const Suspect& f) {
    auto outcome = f.outcome;
    if (runner_.stopped()) return outcome;
    outcome.again = Again::never;
    for (int n = std::min(1, f.number); n > 0; n = n < f.number ? std::min(4 * n, f.number) : 0) {
      const auto from = cases.begin() + (f.number - n), to = cases.begin() + f.number;
      const std::vector<Case> list(from, to + 1);
      if (!fails_at_its_end(list)) continue;
      outcome.again = Again::after_others;
      outcome.before.assign(from, to);
      return outcome;
    }
    return outcome;
  }

  bool fails_at_its_end(const std::vector<Case>& list) {
    bool fails = false;
    const int last = static_cast<int>(list.size()) - 1;
    const auto served = runner_.serve(
        list, [&](int i, const Outcome& o) { fails = fails || (i == last && o.verdict == Verdict::failed); });
    return fails || std::ranges::any_of(served.suspects, [&](const Suspect& s) { return s.number == last; });
  }

  /// Settles every suspect: each is asked alone, and if all pass alone, the first is the culprit.
  void judge(const std::vector<int>& numbers, const std::vector<Case>& cases, const std::vector<Suspect>& suspects) {
    const auto settle_as = [&](const Suspect& s, const Outcome& o) { settle(numbers[index(s.number)], o); };
    if (suspects.size() == 1 && (is_known(cases[index(suspects[0].number)], suspects[0].outcome) ||
                                 has_hung(cases[index(suspects[0].number)], suspects[0].outcome)))
      return settle_as(suspects[0], suspects[0].outcome);
    bool has_culprit = false;
    std::vector<std::pair<const Suspect*, Outcome>> cleared;
    for (const auto& s : suspects) {
      auto alone = runner_.alone(cases[index(s.number)]);
      if (runner_.stopped()) return;
      if (!is_guilty(alone)) {
        cleared.emplace_back(&s, alone);
        continue;
      }
      has_culprit = true;
      alone.again = Again::alone;
      known_.insert(class_of(cases[index(s.number)], alone));
      settle_as(s, alone);
    }
    for (const auto& [s, alone] : cleared) {
      const bool is_culprit = !has_culprit || has_own_findings(s->outcome);
      has_culprit = has_culprit || is_culprit;
      settle_as(*s, is_culprit ? after_others(cases, *s) : alone);
    }
  }

  // ---- what ends launches

  using Counts = std::map<std::string, int>;

  static std::string procedure_key(const Case& c) {
    return std::string(row(c.procedure).name) + "|" + c.algorithm + "|" + std::string(name_of(c.form)) +
           (c.scenario == Scenario::error ? "|error" : "");
  }

  static std::string setting_key(const Case& c) {
    return procedure_key(c) + "|" + std::to_string(c.ranks) + "|" + std::string(name_of(c.comm)) + "|" +
           std::string(name_of(c.scenario));
  }

  static int count(const Counts& counts, const std::string& key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  }

  static bool is_too_often(const Counts& counts, const Most& most, const Case& c) {
    return count(counts, procedure_key(c)) >= most.all || count(counts, setting_key(c)) >= most.alike;
  }

  static bool has(const Outcome& o, std::initializer_list<Kind> kinds) {
    return std::ranges::any_of(o.found, [&](const Finding& f) { return std::ranges::count(kinds, f.wrong.kind) > 0; });
  }

  /// Whether it hangs, and another case of its procedure has hung alone: that has taken its time.
  bool has_hung(const Case& c, const Outcome& outcome) const {
    return has(outcome, {Kind::hang}) && count(hangs_, procedure_key(c)) > 0;
  }

  void count_end(const Case& c, const Outcome& outcome) {
    const auto add = [&](Counts& counts) {
      ++counts[procedure_key(c)];
      ++counts[setting_key(c)];
    };
    if (has(outcome, {Kind::hang})) add(hangs_);
    if (has(outcome, {Kind::crash, Kind::overrun, Kind::send_buffer_written})) add(crashes_);
  }

  void settle(int k, const Outcome& outcome) {
    count_end(request_.cases[index(k)], outcome);
    if (!is_library_told_ && !runner_.library().text.empty()) {
      is_library_told_ = true;
      watch_.library(runner_.library());
    }
    settled_[index(k)] = outcome;
    watch_.settled(k, outcome);
  }

  const CampaignRequest& request_;
  Runner& runner_;
  const Watch& watch_;
  std::vector<std::optional<Outcome>> settled_;
  Results results_;
  std::set<std::pair<int, std::string>> worked_;  ///< ranks and algorithm
  std::vector<std::pair<std::vector<int>, std::string>> never_started_;
  std::string why_not_started_;
  std::set<std::string> known_;  ///< classes of which one failure has come again alone
  std::map<std::string, int> asked_, hangs_, crashes_;
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
