#include "verified/op/black_box/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "verified/op/black_box/compare.hpp"
#include "verified/op/black_box/shrink.hpp"

namespace tutti::op {
namespace {

class CounterexampleSearch {
 public:
  CounterexampleSearch(Bench& bench, Law law) : bench_(bench), type_(bench.trial().type), law_(law) {
    for (const Domain domain : bench.domains()) findings_.push_back({law, domain, Answer::unknown, "", "", 0, {}});
  }

  std::vector<LawFinding> ask(const std::vector<Experiment>& experiments) {
    const auto share =
        static_cast<std::size_t>(bench_.trial().tries) / (bench_.tiers().size() * experiments.size()) + 1;
    for (const Tier tier : bench_.tiers())
      for (const Experiment& e : experiments)
        if (&e == &experiments[0] || !is_late(tier)) ask(e, tier, share);
    for (LawFinding& f : findings_) {
      f.by = bench_.tries(tries_);
      f.seconds = seconds();
      if (f.answer == Answer::unknown) f.why = reason();
    }
    return findings_;
  }

 private:
  /// A case that is wrong.
  struct Hit {
    std::size_t at;
    Counterexample counterexample;
  };

  bool is_open() const {
    return std::any_of(findings_.begin(), findings_.end(), [](auto& f) { return f.answer == Answer::unknown; });
  }
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  /// Each kind of values has an equal share of the time.
  bool is_late(Tier tier) const {
    const auto& all = bench_.tiers();
    const auto over = std::ranges::find(all, tier) - all.begin() + 1;
    const double part = static_cast<double>(over) / static_cast<double>(all.size());
    return seconds() > part * bench_.trial().seconds_for_a_law;
  }

  /// What does not hold of a case whose calls have no fault by their source; empty where all does.
  std::string wrong(const Experiment& e, const Cells& cells) {
    auto says = e.wrong(cells);
    return says.empty() || has_fault(e, cells) ? "" : says;
  }
  /// Also where it took too long to find that out of others.
  bool has_fault(const Experiment& e, const Cells& cells) {
    const auto& trial = bench_.trial();
    if (!trial.has_fault || law_ == Law::pure) return false;
    if (seconds_asked_ > trial.seconds_for_a_law + trial.seconds_to_shrink) return true;
    const double before = seconds();
    const bool found = std::any_of(e.sequence.calls.begin(), e.sequence.calls.end(), [&](const OperatorCall& s) {
      return trial.has_fault(cells.bytes(s.in, s.len), cells.bytes(s.inout, s.len), s.len);
    });
    seconds_asked_ += seconds() - before;
    return found;
  }

  void ask(const Experiment& e, Tier tier, std::size_t share) {
    for (std::size_t done = 0; done < share && is_open() && !given_up_ && !(done > 0 && is_late(tier));) {
      std::vector<Bytes> operands(std::min({share - done, done + 256, bench_.at_once(e)}));
      for (auto& o : operands) o = bench_.draw(tier, e.drawn);
      if (operands[0].empty()) return;
      done += operands.size();
      std::optional<Hit> any, ordinary;
      given_up_ = !bench_.run(e, operands, [&](std::size_t i, const Cells& cells) {
        ++tries_;
        if (ordinary) return;
        const auto says = wrong(e, cells);
        if (says.empty()) return;
        if (!any) any = Hit{i, shown(e, cells, says)};
        if (is_ordinary(type_, e, cells)) ordinary = Hit{i, shown(e, cells, says)};
      });
      if (ordinary)
        refute(e, operands[ordinary->at], std::move(ordinary->counterexample), tier, true);
      else if (any && findings_[0].answer == Answer::unknown)
        refute(e, operands[any->at], std::move(any->counterexample), tier, false);
    }
  }

  void refute(const Experiment& e, const Bytes& operands, Counterexample found, Tier tier, bool ordinary) {
    end_of_shrinking_ = seconds() + bench_.trial().seconds_to_shrink;
    const FirstBad first_bad = [&](const std::vector<Bytes>& all) { return first_wrong(e, all, ordinary); };
    if (first_bad({operands})) {
      const Bytes smallest = shrink(type_, operands, first_bad, bench_.trial().seconds_to_shrink);
      bench_.run(e, {smallest}, [&](std::size_t, const Cells& cells) {
        const auto says = wrong(e, cells);
        if (!says.empty()) found = shown(e, cells, says);
      });
    } else if (e.in_new_process) {
      found.says += ", after other calls";
    } else {
      given_up_ = changes_ = true;
      return;
    }
    for (LawFinding& f : findings_) {
      if (f.answer == Answer::refuted || (f.domain == Domain::ieee_ordinary && !ordinary)) continue;
      f.answer = Answer::refuted;
      f.why = fmt::format("found with {} values", name_of(tier));
      f.counterexample = found;
      f.confirmed = true;
    }
  }

  std::optional<std::size_t> first_wrong(const Experiment& e, const std::vector<Bytes>& all, bool ordinary) {
    const std::size_t at_once = e.in_new_process ? 8 : bench_.at_once(e);
    std::optional<std::size_t> first;
    for (std::size_t begin = 0; begin < all.size() && !first && seconds() < end_of_shrinking_; begin += at_once) {
      const std::size_t end = std::min(begin + at_once, all.size());
      const auto judge = [&](std::size_t i, const Cells& cells) {
        if (!first && !wrong(e, cells).empty() && (!ordinary || is_ordinary(type_, e, cells))) first = begin + i;
      };
      bench_.run(e, {all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end)},
                 judge, e.in_new_process);
    }
    return first;
  }

  std::string reason() const {
    if (bench_.inconclusive()) return *bench_.inconclusive();
    if (changes_) return "what was found wrong was right when asked again: not a function of its inputs";
    const bool some_go_wrong = bench_.bad_call(Law::total) || bench_.bad_call(Law::memory);
    if (tries_ == 0 && !some_go_wrong) return "no random operand meets the precondition";
    return "no counterexample in " + bench_.tries(tries_) + (some_go_wrong ? ", besides calls that go wrong" : "");
  }

  Bench& bench_;
  const Type& type_;
  Law law_;
  std::vector<LawFinding> findings_;
  std::size_t tries_ = 0;
  bool given_up_ = false;  ///< calls go wrong too often
  bool changes_ = false;   ///< from run to run
  double end_of_shrinking_ = 0;
  double seconds_asked_ = 0;  ///< whether there are faults
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

bool is_ordinary(const Type& type, const Experiment& experiment, const Cells& cells) {
  for (int c = 0; c < experiment.sequence.cells; ++c)
    if (!is_ordinary(type, cells[c])) return false;
  return true;
}

std::vector<LawFinding> search(Bench& bench, Law law, const std::vector<Experiment>& experiments) {
  return CounterexampleSearch(bench, law).ask(experiments);
}

}  // namespace tutti::op
