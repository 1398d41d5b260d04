#include "verified/op/black_box/other_builds.hpp"

#include <algorithm>
#include <atomic>
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

/// What a build leaves of each pair of operands: nothing where it goes wrong.
struct Results {
  std::vector<std::optional<std::pair<Bytes, Bytes>>> of;
  std::string failed;
};

class OtherBuilds {
 public:
  OtherBuilds(const Trial& trial, double seconds) : trial_(trial), size_(trial.type.size), deadline_(seconds) {
    Bench drawer(trial);
    for (const Tier tier : {Tier::small, Tier::finite})
      for (std::size_t i = 0; i < most_tried / 2; ++i)
        if (auto drawn = drawer.draw(tier, 2); !drawn.empty()) pairs_.push_back(std::move(drawn));
  }

  std::vector<OtherBuild> run() {
    const auto due = results_of(trial_.function);
    const auto& compilers = other_compilers();
    const auto functions = compiled(compilers);
    std::vector<OtherBuild> all;
    for (std::size_t i = 0; i < compilers.size(); ++i) {
      OtherBuild build;
      build.name = compilers[i].name;
      if (functions[i] && deadline_.left() > 0) judge(build, *functions[i], compilers[i].contracts, due);
      all.push_back(std::move(build));
    }
    return all;
  }

 private:
  /// By two at a time; absent where there is no such compiler or no time.
  std::vector<std::optional<Function>> compiled(const std::vector<Compiler>& compilers) const {
    std::vector<std::optional<Function>> all(compilers.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      for (std::size_t i; (i = next++) < compilers.size();) {
        if (deadline_.left() <= 0) continue;
        try {
          all[i] = trial_.build(compilers[i]);
        } catch (const std::runtime_error&) {  // without it
        }
      }
    };
    std::jthread other(work);
    work();
    other.join();
    return all;
  }

  Results results_of(const Function& function) const {
    Sandbox sandbox(trial_.type, function, trial_.pre, 1);
    sandbox.prepare(both_ways, pairs_.size());
    for (std::size_t i = 0; i < pairs_.size(); ++i) std::copy(pairs_[i].begin(), pairs_[i].end(), sandbox.cells(i));
    Results results;
    constexpr int most_bad = 8;
    for (int bad = 0; bad < most_bad; ++bad) {
      const auto failure = sandbox.run({}, trial_.deadline);
      if (!failure) break;
      results.failed = failure->says;
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto* cells = sandbox.cells(i);
      results.of.emplace_back();
      if (sandbox.fate(i) == Fate::done)
        results.of.back() = {Bytes(cells + 2 * size_, cells + 3 * size_), Bytes(cells + 3 * size_, cells + 4 * size_)};
    }
    return results;
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

  /// Results of the pair that no rounding of a·b + c explains.
  bool are_far_apart(std::size_t pair, const Bytes& a, const Bytes& b) const {
    const auto x = element(pair, 0), y = element(pair, 1);
    const std::byte *operands[] = {x.data(), y.data()}, *results[] = {a.data(), b.data()};
    return far_apart(trial_.type, operands, results, a.data(), b.data());
  }

  void judge(OtherBuild& build, const Function& function, bool contracts, const Results& due) const {
    const auto found = results_of(function);
    build.verdict = Verdict::agrees;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (!due.of[i]) continue;
      const bool is_there = found.of[i].has_value();
      if (is_there && differ(found.of[i]->first, found.of[i]->second) && !differ(due.of[i]->first, due.of[i]->second))
        build.swaps_alike = false;
      if ((is_there && !differ(found.of[i]->first, due.of[i]->first)) || has_fault(i)) continue;
      if (!is_there && found.failed.empty()) continue;
      const bool may_be_rounding = contracts && is_there && !are_far_apart(i, found.of[i]->first, due.of[i]->first);
      build.verdict = may_be_rounding ? Verdict::rounds : Verdict::differs;
      Counterexample shown{{{"x", element(i, 0)}, {"y", element(i, 1)}}, {}, is_there ? "" : found.failed};
      if (is_there)
        shown.results = {{"x ∘ y by " + build.name, found.of[i]->first}, {"x ∘ y by cc -O1", due.of[i]->first}};
      build.shown = std::move(shown);
      build.says = is_there ? "another result than cc -O1" : found.failed;
      if (build.verdict == Verdict::differs) return;
    }
    const auto longer = run_long_vectors(trial_, function, deadline_.left() / 4);
    if (!longer.refuted) return;
    build.verdict = contracts && longer.refuted->law == Law::split_safe ? Verdict::rounds : Verdict::differs;
    build.shown = longer.refuted->counterexample;
    build.says = build.shown->says;
  }

  const Trial& trial_;
  std::size_t size_;
  Deadline deadline_;
  std::vector<Bytes> pairs_;
};

}  // namespace

std::vector<OtherBuild> run_other_builds(const Trial& trial, double seconds) {
  return OtherBuilds(trial, seconds).run();
}

}  // namespace tutti::op
