#include "verified/op/black_box/long_vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <utility>

#include "verified/op/black_box/bench.hpp"
#include "verified/op/black_box/compare.hpp"

namespace tutti::op {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;  ///< of a vector
constexpr int most_pairs = 1021;                           ///< of operands, which longer vectors repeat
constexpr int most_shown = 16;                             ///< elements of vectors with which a call goes wrong
constexpr int both_ends = 2000;                            ///< elements of vectors that are run at either end of pages

/// x, y and what a call for these alone leaves.
struct Pair {
  Bytes x, y, alone;
};

/// How a call with many elements goes wrong.
struct Wrong {
  Law law;
  std::string says;
  std::size_t pair = 0;  ///< of split-safe: the operands of the element that differs
  Bytes found = {};      ///< what it is
  bool hangs = false;
};

class LongVectors {
 public:
  LongVectors(const Trial& trial, const Function& function, double seconds)
      : trial_(trial), function_(function), size_(trial.type.size), seconds_(seconds), drawer_(trial) {}

  LongRuns run() {
    LongRuns runs;
    if (trial_.lengths == std::vector{1}) {
      runs.stopped = "there are vectors of one element only";
      return runs;
    }
    find_pairs();
    if (pairs_.empty()) {
      runs.stopped = "no call of one element ends well";
      return runs;
    }
    const auto wrong_of_none = at(0);  // MPI does not say that it never asks for none (MPI-4.0, 6.9.5)
    if (std::exchange(late_, false)) {
      runs.stopped = "a call with no element was not over in time";
      runs.in_time = false;
      return runs;
    }
    int last = 1;
    for (const int len : telling_lengths) {
      if (static_cast<std::size_t>(len) > most_bytes / size_) {
        runs.stopped = fmt::format("a vector of {} elements has more than 64 MiB", len);
        break;
      }
      if (is_late()) {
        runs.stopped = fmt::format("there was no time left for one of {} elements", len);
        runs.in_time = false;
        break;
      }
      const auto wrong = at(len);
      if (late_) {
        runs.stopped = fmt::format("a call with {} elements was not over in time", len);
        runs.in_time = false;
        break;
      }
      if (wrong) {
        runs.refuted = shortest(last, len, *wrong);
        break;
      }
      runs.agree.push_back(last = len);
    }
    if (!runs.refuted && wrong_of_none) runs.refuted = finding(0, *wrong_of_none);
    return runs;
  }

 private:
  using Clock = std::chrono::steady_clock;
  double passed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool is_late() const { return passed() > seconds_; }

  /// Operands that calls of one element survive; an odd number of them, so that no power of two divides their period.
  void find_pairs() {
    const auto call = one_call(1);
    const Placement placements[] = {{}, {.at_end = false}};
    for (const Tier tier : {Tier::small, Tier::finite}) {
      Sandbox sandbox(trial_.type, function_, trial_.pre, 1);
      sandbox.prepare(call.sequence, most_pairs / 2);
      for (std::size_t i = 0; i < most_pairs / 2; ++i) {
        const auto drawn = drawer_.draw(tier, 2);
        if (drawn.empty()) return;
        std::copy(drawn.begin(), drawn.end(), sandbox.cells(i));
      }
      const auto before = Clock::now();
      for (int bad = 0; bad < 4 && sandbox.run(placements[0], trial_.deadline); ++bad) continue;
      seconds_for_one_ = std::chrono::duration<double>(Clock::now() - before).count() / most_pairs;
      for (std::size_t i = 0; i < most_pairs / 2; ++i) {
        if (sandbox.fate(i) != Fate::done) continue;
        const auto* cells = sandbox.cells(i);
        pairs_.push_back(
            {{cells, cells + size_}, {cells + size_, cells + 2 * size_}, {cells + 2 * size_, cells + 3 * size_}});
      }
    }
    if (pairs_.size() % 2 == 0 && !pairs_.empty()) pairs_.pop_back();
  }

  /// What goes wrong with so many elements, if anything does.
  std::optional<Wrong> at(int len) {
    for (const bool at_end : {true, false}) {
      if (!at_end && len > both_ends) continue;
      if (auto wrong = at(len, {.at_end = at_end})) return wrong;
    }
    return {};
  }

  std::optional<Wrong> at(int len, Placement placement) {
    const auto call = one_call(len);
    const auto n = static_cast<std::size_t>(len);
    Sandbox sandbox(trial_.type, function_, {}, len);
    sandbox.prepare(call.sequence, 1);
    auto* cells = sandbox.cells(0);
    for (std::size_t i = 0; i < n; ++i) {
      const auto& pair = pairs_[i % pairs_.size()];
      std::memcpy(cells + i * size_, pair.x.data(), size_);
      std::memcpy(cells + (n + i) * size_, pair.y.data(), size_);
    }
    constexpr double patience = 20;  // of what the elements take one by one, process and all
    const double expected = seconds_for_one_ * len;
    if (const auto failure = sandbox.run(placement, trial_.deadline + patience * expected)) {
      const bool may_just_be_slow = failure->hangs && expected > trial_.deadline;
      late_ = !failure->is_known || may_just_be_slow;
      if (late_) return {};
      return Wrong{.law = failure->law, .says = failure->says, .hangs = failure->hangs};
    }
    return difference(sandbox.cells(0) + 2 * n * size_, len);
  }

  /// The first element that is not what a call for it alone leaves.
  std::optional<Wrong> difference(const std::byte* result, int len) {
    for (int i = 0; i < len; ++i) {
      const auto at = static_cast<std::size_t>(i) % pairs_.size();
      const auto* found = result + static_cast<std::size_t>(i) * size_;
      const auto* leaf = first_difference(trial_.type, found, pairs_[at].alone.data(), trial_.equal_by_value);
      if (!leaf || has_fault(at)) continue;
      return Wrong{.law = Law::split_safe,
                   .says = fmt::format("element {} differs{}", i, leaf->path.empty() ? "" : " at " + leaf->path),
                   .pair = at,
                   .found = {found, found + size_}};
    }
    return {};
  }

  bool has_fault(std::size_t pair) { return trial_.has_fault && trial_.has_fault(pairs_[pair].x, pairs_[pair].y, 1); }

  /// Between a length that is fine and one that is not: the first such step that is found by halving.
  LawFinding shortest(int fine, int bad, Wrong wrong) {
    while (bad - fine > 1 && !is_late()) {
      const int between = fine + (bad - fine) / 2;
      auto here = at(between);
      if (late_) break;
      if (here) {
        bad = between;
        wrong = std::move(*here);
      } else {
        fine = between;
      }
    }
    return finding(bad, wrong);
  }

  LawFinding finding(int len, const Wrong& wrong) const {
    LawFinding f;
    f.law = wrong.law;
    f.domain = drawer_.domains()[0];
    f.answer = Answer::refuted;
    f.confirmed = true;
    f.hangs = wrong.hangs;
    f.why = fmt::format("by a vector of {} elements", len);
    f.by = "runs of longer vectors";
    f.seconds = passed();
    Counterexample shown;
    shown.len = len;
    if (wrong.law == Law::split_safe) {
      const auto& pair = pairs_[wrong.pair];
      shown.operands = {{"x", pair.x}, {"y", pair.y}};
      shown.results = {{fmt::format("in one call of {}", len), wrong.found}, {"alone", pair.alone}};
    } else if (len <= most_shown) {
      Bytes in, inout;
      for (int i = 0; i < len; ++i) {
        const auto& pair = pairs_[static_cast<std::size_t>(i) % pairs_.size()];
        in.insert(in.end(), pair.x.begin(), pair.x.end());
        inout.insert(inout.end(), pair.y.begin(), pair.y.end());
      }
      shown.operands = {{"invec", in}, {"inoutvec", inout}};
    }
    shown.says = fmt::format("in a call with {} elements: {}", len, wrong.says);
    f.counterexample = std::move(shown);
    return f;
  }

  const Trial& trial_;
  const Function& function_;
  std::size_t size_;
  double seconds_;
  Bench drawer_;
  std::vector<Pair> pairs_;
  double seconds_for_one_ = 0;
  bool late_ = false;  ///< a call says nothing, since it takes too long or for reasons that are not the operator's
  Clock::time_point start_ = Clock::now();
};

}  // namespace

LongRuns run_long_vectors(const Trial& trial, const Function& function, double seconds) {
  return LongVectors(trial, function, seconds).run();
}

}  // namespace tutti::op
