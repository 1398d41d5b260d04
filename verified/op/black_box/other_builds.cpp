#include "verified/op/black_box/other_builds.hpp"

#include <algorithm>
#include <atomic>
#include <sstream>
#include <thread>

#include "verified/op/black_box/bench.hpp"
#include "verified/op/black_box/beyond_rounding.hpp"
#include "verified/op/black_box/compare.hpp"
#include "verified/op/black_box/long_vectors.hpp"
#include "verified/op/deadline.hpp"

namespace tutti::op {
namespace {

using Verdict = OtherBuild::Verdict;

constexpr std::size_t most_tried = 400;
constexpr int swapped_cell = 3;

/// x ∘ y and y ∘ x.
const CallSequence both_ways{2, 4, {{0, 1, 2}, {1, 0, swapped_cell}}};

/// What a build makes of a pair of operands.
struct Results {
  std::vector<Bytes> both = {};  ///< x ∘ y and y ∘ x; none where a call goes wrong, or was not run
  std::string failed = {};       ///< how it goes wrong
};

/// The first line of what a compiler says that tells of an error; all where none does.
std::string first_error(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find("error") != std::string::npos) return line;
  return text;
}

class OtherBuilds {
 public:
  OtherBuilds(const Trial& trial, double seconds) : trial_(trial), size_(trial.type.size), deadline_(seconds) {
    Bench drawer(trial);
    for (const Tier tier : {Tier::small, Tier::finite})
      for (std::size_t i = 0; i < most_tried / 2; ++i)
        if (auto drawn = drawer.draw(tier, 2); !drawn.empty()) pairs_.push_back(std::move(drawn));
  }

  void run(const std::function<void(const OtherBuild&)>& tell) {
    const auto due = results_of(trial_.function);
    const auto& compilers = other_compilers();
    const auto functions = compiled(compilers);
    for (std::size_t i = 0; i < compilers.size(); ++i) {
      OtherBuild build;
      build.name = compilers[i].name;
      if (!functions[i].function)
        build.says = functions[i].why_not;
      else if (deadline_.left() <= 0)
        build.says = no_time;
      else
        judge(build, *functions[i].function, compilers[i].contracts, due);
      if (build.verdict == Verdict::differs) build.mixes_types = agrees_where_types_mix(compilers[i], due);
      tell(build);
    }
  }

 private:
  static constexpr const char* no_time = "there was no time left";

  struct Compiled {
    std::optional<Function> function = {};
    std::string why_not = no_time;
  };

  /// By two at a time.
  std::vector<Compiled> compiled(const std::vector<Compiler>& compilers) const {
    std::vector<Compiled> all(compilers.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      for (std::size_t i; (i = next++) < compilers.size();) {
        if (deadline_.left() <= 0) continue;
        try {
          all[i].function = trial_.build(compilers[i]);
        } catch (const std::runtime_error& e) {
          all[i].why_not = first_error(e.what());
        }
      }
    };
    std::jthread other(work);
    work();
    other.join();
    return all;
  }

  /// The same compiler where it takes nothing from the types of what is accessed.
  bool agrees_where_types_mix(Compiler compiler, const std::vector<Results>& due) const {
    compiler.flags.emplace_back("-fno-strict-aliasing");
    const auto function = compiled({compiler})[0].function;
    OtherBuild build;
    if (function && deadline_.left() > 0) judge(build, *function, compiler.contracts, due);
    return build.verdict == Verdict::agrees || build.verdict == Verdict::rounds;
  }

  std::vector<Results> results_of(const Function& function) const {
    Sandbox sandbox(trial_.type, function, trial_.pre, 1);
    sandbox.prepare(both_ways, pairs_.size());
    for (std::size_t i = 0; i < pairs_.size(); ++i) std::copy(pairs_[i].begin(), pairs_[i].end(), sandbox.cells(i));
    std::vector<Results> all(pairs_.size());
    constexpr int most_bad = 8;
    for (int bad = 0; bad < most_bad; ++bad) {
      const auto failure = sandbox.run({}, trial_.deadline);
      if (!failure) break;
      if (failure->is_known) all[failure->at_case].failed = failure->says;
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto* cells = sandbox.cells(i);
      if (sandbox.fate(i) == Fate::done)
        all[i].both = {Bytes(cells + 2 * size_, cells + 3 * size_), Bytes(cells + 3 * size_, cells + 4 * size_)};
    }
    return all;
  }

  Bytes element(std::size_t pair, std::size_t i) const {
    const auto begin = pairs_[pair].begin() + static_cast<std::ptrdiff_t>(i * size_);
    return {begin, begin + static_cast<std::ptrdiff_t>(size_)};
  }
  bool differ(const Bytes& a, const Bytes& b) const {
    return first_difference(trial_.type, a.data(), b.data(), trial_.equal_by_value) != nullptr;
  }
  bool has_fault(std::size_t pair) const {
    return trial_.has_fault && (trial_.has_fault(element(pair, 0), element(pair, 1), 1) ||
                                trial_.has_fault(element(pair, 1), element(pair, 0), 1));
  }

  /// Results of x and y that one rounding of a·b + c explains: what is no floating-point number has none.
  bool may_be_rounding(const Bytes& x, const Bytes& y, const Bytes& a, const Bytes& b) const {
    const std::byte *operands[] = {x.data(), y.data()}, *results[] = {a.data(), b.data()};
    const bool differs_elsewhere = std::ranges::any_of(trial_.type.leaves, [&](const Leaf& leaf) {
      return !is_floating(leaf.scalar) &&
             !std::equal(a.begin() + leaf.offset, a.begin() + leaf.offset + value_bytes(leaf.scalar),
                         b.begin() + leaf.offset);
    });
    return !differs_elsewhere && !far_apart(trial_.type, operands, results, a.data(), b.data());
  }

  void judge(OtherBuild& build, const Function& function, bool contracts, const std::vector<Results>& all_due) const {
    const auto all_found = results_of(function);
    bool is_compared = false;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto &found = all_found[i], &due = all_due[i];
      const bool goes_wrong = !found.failed.empty();
      if (due.both.empty() || (found.both.empty() && !goes_wrong)) continue;
      const int order = goes_wrong || differ(found.both[0], due.both[0]) ? 0
                        : differ(found.both[1], due.both[1])             ? 1
                                                                         : -1;
      const bool is_alike = order < 0;
      if (!is_alike && has_fault(i)) continue;
      is_compared = true;
      if (is_alike) continue;
      const auto x = element(i, order == 0 ? 0 : 1), y = element(i, order == 0 ? 1 : 0);
      Counterexample shown{{{"x", x}, {"y", y}}, {}, found.failed};
      build.verdict = Verdict::differs;
      build.says = found.failed;
      if (!goes_wrong) {
        const auto at = static_cast<std::size_t>(order);
        const auto &here = found.both[at], &usual = due.both[at];
        if (contracts && may_be_rounding(x, y, here, usual)) {
          build.verdict = Verdict::rounds;
          if (differ(found.both[0], found.both[1]) && !differ(due.both[0], due.both[1])) build.swaps_alike = false;
        }
        shown.results = {{"x ∘ y by " + build.name, here}, {"x ∘ y by cc -O1", usual}};
        build.says = "another result than cc -O1";
      }
      build.shown = std::move(shown);
      if (build.verdict == Verdict::differs) return;
    }
    if (!is_compared) {
      build.says = "no call of one element ends well in both";
      return;
    }
    if (build.verdict == Verdict::not_run) build.verdict = Verdict::agrees;
    const auto longer = run_long_vectors(trial_, function, deadline_.left() / 4);
    if (!longer.refuted) return;
    build.shown = longer.refuted->counterexample;
    build.says = build.shown->says;
    const auto &operands = build.shown->operands, &results = build.shown->results;
    const bool rounds = contracts && longer.refuted->law == Law::split_safe &&
                        may_be_rounding(operands[0].second, operands[1].second, results[0].second, results[1].second);
    build.verdict = rounds ? Verdict::rounds : Verdict::differs;
  }

  const Trial& trial_;
  std::size_t size_;
  Deadline deadline_;
  std::vector<Bytes> pairs_;
};

}  // namespace

void run_other_builds(const Trial& trial, double seconds, const std::function<void(const OtherBuild&)>& tell) {
  OtherBuilds(trial, seconds).run(tell);
}

}  // namespace tutti::op
