#include "verified/baseline/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "verified/baseline/tree_changes.hpp"
#include "verified/conform/drive/campaign.hpp"
#include "verified/conform/drive/revelation.hpp"

namespace tutti::baseline {
namespace {

using conform::Outcome, conform::Verdict;

constexpr int digest_launches = 2;

/// Why there is no record of a case.
std::string why_missing(const Outcome& o) { return o.found.empty() ? o.why : describe(o.found.front()); }

/// The notes of each rank.
std::vector<std::vector<std::string>> notes_of_ranks(const Case& c, const Outcome& o) {
  std::vector<std::vector<std::string>> notes(static_cast<std::size_t>(c.ranks));
  for (const auto& note : o.notes)
    if (const auto noted = conform::parse_noted(note); noted && noted->rank < c.ranks)
      notes[static_cast<std::size_t>(noted->rank)].push_back(noted->text);
  return notes;
}

void merge(conform::Digests& all, const conform::Digests& more) {
  for (const auto& digest : more.different)
    if (const auto at = std::ranges::lower_bound(all.different, digest); at == all.different.end() || *at != digest)
      all.different.insert(at, digest);
}

class Recorder {
 public:
  Recorder(const RecordRequest& request, conform::Runner& runner, const RecordProgress& progress)
      : request_(request), runner_(runner), progress_(progress) {
    recording_.seed = request.seed;
  }

  Recording run() {
    const auto& calls = request_.calls;
    const auto timed = by_ranks(calls.timed);
    of_ = digest_launches * calls.digested.size();
    for (const auto& s : calls.trees) of_ += s.counts.size();
    of_ += trees_asked_for_more(calls.digested, calls.trees);
    for (const auto& [ranks, cases] : timed)
      of_ += static_cast<std::size_t>(request_.launches) * (cases.size() + control_cases(cases).size());
    record_digests(calls.digested);
    record_trees(calls.trees);
    record_trees_of_results();
    record_times(timed);
    recording_.environment.mpi = runner_.library().text;
    recording_.environment.standard = runner_.library().standard;
    return std::move(recording_);
  }

 private:
  using ByRanks = std::map<int, std::vector<Case>>;

  /// Those that there are processors for.
  ByRanks by_ranks(const std::vector<Case>& cases) {
    ByRanks all;
    std::set<int> untimed;
    for (const auto& c : cases) {
      if (c.ranks <= request_.processors)
        all[c.ranks].push_back(c);
      else
        untimed.insert(c.ranks);
    }
    recording_.untimed_np.assign(untimed.begin(), untimed.end());
    return all;
  }

  void step(const std::string& what) { progress_(what, std::min(++done_, of_), of_); }

  std::vector<Outcome> outcomes_of(const std::vector<Case>& cases, const std::string& what) {
    const conform::Watch watch{.settled = [&](int, const Outcome&) { step(what); }, .library = [](const auto&) {}};
    auto results = conform::run({.cases = cases}, runner_, watch);
    if (!results.trouble.empty()) throw conform::NoRoom(results.trouble);
    return std::move(results.outcomes);
  }

  void miss(const Case& c, const std::string& why, bool was_run = true) {
    if (missed_.insert(print(c)).second) recording_.missing.push_back({c, why, was_run});
  }
  /// An outcome without a finding is one of a case that was not run.
  void miss(const Case& c, const Outcome& o, const std::string& first = "") {
    miss(c, first + why_missing(o), o.verdict == Verdict::passed || !o.found.empty());
  }

  void record_digests(const std::vector<Case>& cases) {
    std::vector<Result> results;
    for (const auto& c : cases)
      results.push_back({c, std::vector<conform::Digests>(static_cast<std::size_t>(c.ranks))});
    for (int launch = 0; launch < digest_launches && !runner_.stopped(); ++launch) {
      const auto outcomes = outcomes_of(cases, fmt::format("digests, launch {} of {}", launch + 1, digest_launches));
      for (std::size_t k = 0; k < cases.size(); ++k) add_digests(results[k], outcomes[k]);
    }
    for (auto& r : results)
      if (!missed_.contains(print(r.which))) recording_.results.push_back(std::move(r));
  }

  void add_digests(Result& result, const Outcome& outcome) {
    const auto notes = notes_of_ranks(result.which, outcome);
    for (std::size_t rank = 0; rank < notes.size(); ++rank) {
      const auto digests = notes[rank].empty() ? std::nullopt : conform::parse_digests(notes[rank].front());
      if (!digests || outcome.verdict != Verdict::passed)
        return miss(result.which, outcome, digests ? "" : "no digest came: ");
      merge(result.ranks[rank], *digests);
    }
  }

  void record_trees(const std::vector<TreeSamples>& samples) {
    std::vector<std::vector<std::int64_t>> counts;
    for (const auto& s : samples) counts.push_back(s.counts);
    const auto ask = [&](const std::vector<TreeQuestion>& questions) { return trees_for(samples, questions); };
    auto found = find_tree_changes(counts, ask);
    for (std::size_t i = 0; i < samples.size(); ++i)
      if (!found[i].segments.empty())
        recording_.trees.push_back({samples[i].which, std::move(found[i].segments), found[i].complete});
  }

  std::vector<std::optional<Trees>> trees_for(const std::vector<TreeSamples>& samples,
                                              const std::vector<TreeQuestion>& questions) {
    std::vector<std::optional<Trees>> answers(questions.size());
    if (runner_.stopped()) return answers;
    std::vector<Case> cases;
    for (const auto& q : questions) {
      cases.push_back(samples[q.chain].which);
      cases.back().count = q.count;
    }
    const auto outcomes = outcomes_of(cases, "trees");
    for (std::size_t k = 0; k < cases.size(); ++k) {
      auto revelation = conform::revelation_of(cases[k], outcomes[k]);
      if (revelation.found.empty() && outcomes[k].verdict != Verdict::passed)
        miss(cases[k], outcomes[k]);
      else
        answers[k] = trees_of(revelation);
      found_trees_[print(cases[k])] = std::move(revelation.found);
    }
    return answers;
  }

  /// For how many results the trees are asked for by themselves.
  static std::size_t trees_asked_for_more(const std::vector<Case>& digested, const std::vector<TreeSamples>& samples) {
    std::set<std::string> sampled, more;
    for (const auto& s : samples)
      for (const auto count : s.counts) {
        auto c = s.which;
        c.count = count;
        sampled.insert(print(c));
      }
    for (const auto& c : digested)
      if (const auto revealing = revealing_case(c); revealing && !sampled.contains(print(*revealing)))
        more.insert(print(*revealing));
    return more.size();
  }

  /// So that what their bits come from can be told (replay.hpp).
  void record_trees_of_results() {
    std::vector<Case> cases;
    std::set<std::string> asked;
    for (const auto& r : recording_.results)
      if (auto c = revealing_case(r.which); c && !found_trees_.contains(print(*c)) && asked.insert(print(*c)).second)
        cases.push_back(std::move(*c));
    if (runner_.stopped() || cases.empty()) return assign_trees();
    const auto outcomes = outcomes_of(cases, "trees of results");
    for (std::size_t k = 0; k < cases.size(); ++k)
      found_trees_[print(cases[k])] = conform::revelation_of(cases[k], outcomes[k]).found;
    assign_trees();
  }

  void assign_trees() {
    for (auto& r : recording_.results)
      if (const auto c = revealing_case(r.which)) r.trees = found_trees_[print(*c)];
  }

  /// A call that is timed in each launch, and where its times go.
  struct Cell {
    Case which;
    std::size_t number;  ///< in the recording
  };

  void record_times(const ByRanks& timed) {
    std::vector<std::vector<Cell>> passes;
    for (const auto& [ranks, cases] : timed) passes.push_back(cells_of(cases));
    recording_.launches = passes.empty() ? 0 : request_.launches;
    std::mt19937_64 random(request_.seed);
    for (int launch = 0; launch < recording_.launches; ++launch)
      for (auto& cells : passes) {
        if (runner_.stopped()) return;
        for (std::size_t i = cells.size(); i > 1; --i) std::swap(cells[i - 1], cells[random() % i]);
        time_in_one_launch(cells, launch);
      }
    std::erase_if(recording_.times, [&](const TimeCell& cell) {
      const bool is_empty = std::ranges::none_of(cell.launches, [](const auto& l) { return l.has_value(); });
      if (is_empty) miss(cell.which, "no call of it was begun by all ranks in time");
      return is_empty;
    });
  }

  std::vector<Cell> cells_of(const std::vector<Case>& cases) {
    std::vector<Cell> cells;
    const auto add = [&](const Case& c, bool control) {
      auto& launches = recording_.times.emplace_back(TimeCell{c, control, {}}).launches;
      launches.resize(static_cast<std::size_t>(request_.launches));
      cells.push_back({c, recording_.times.size() - 1});
    };
    for (const auto& c : cases) add(c, false);
    for (const auto& c : control_cases(cases)) add(c, true);
    return cells;
  }

  /// What has ended a launch is not timed again; the others are lost for that launch alone.
  void time_in_one_launch(std::vector<Cell>& cells, int launch) {
    std::vector<Case> cases;
    for (const auto& cell : cells) cases.push_back(cell.which);
    if (cases.empty()) return;
    const auto what = fmt::format("times, launch {} of {}", launch + 1, request_.launches);
    const auto served = runner_.serve(
        cases, [&](int, const Outcome&) { step(what); }, conform::Patience::whole);
    std::set<std::size_t> guilty;
    for (const auto& suspect : served.suspects) {
      miss(cases[static_cast<std::size_t>(suspect.number)], suspect.outcome);
      guilty.insert(static_cast<std::size_t>(suspect.number));
    }
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (const auto& outcome = served.outcomes[k]) {
        const auto notes = notes_of_ranks(cases[k], *outcome);
        const auto times = notes.front().empty() ? std::nullopt : conform::parse_times(notes.front().front());
        if (times) recording_.times[cells[k].number].launches[static_cast<std::size_t>(launch)] = *times;
        if (!times && outcome->verdict != Verdict::passed) miss(cases[k], *outcome);
      }
    std::vector<Cell> left;
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (!guilty.contains(k)) left.push_back(cells[k]);
    cells = std::move(left);
  }

  const RecordRequest& request_;
  conform::Runner& runner_;
  const RecordProgress& progress_;
  Recording recording_;
  std::set<std::string> missed_;                                           ///< as text
  std::map<std::string, std::vector<conform::RevealedTree>> found_trees_;  ///< by case
  std::size_t done_ = 0, of_ = 0;
};

}  // namespace

Recording record(const RecordRequest& request, conform::Runner& runner, const RecordProgress& progress) {
  return Recorder(request, runner, progress).run();
}

}  // namespace tutti::baseline
