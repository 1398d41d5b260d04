// Which of many cases fails, in few launches.
#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "verified/conform/drive/runner.hpp"

namespace tutti::conform {

/// Asks cases in launches of many. After so many launches or seconds, and once the runner is stopped, it finds nothing
/// any more.
class FailureSearch {
 public:
  /// Whether a failure is one that is sought.
  using Sought = std::function<bool(const Case&, const Outcome&)>;
  FailureSearch(Runner runner, Sought sought, int launches, double seconds);

  /// The index of the first case that fails, as is sought, among the others, and if `alone` in a launch of its own too.
  std::optional<std::size_t> first_failing(const std::vector<Case>& cases, bool alone);
  /// It has come to one of its bounds: there may be more to find.
  bool is_cut() const { return is_cut_; }

 private:
  struct Reply {
    std::optional<std::size_t> failing;  ///< the first one sought
    std::size_t next;                    ///< else: how many the launch has got through
  };
  Reply ask_together(const std::vector<Case>& cases);
  bool is_sought(const Case& c, const Outcome& o) const { return o.verdict == Verdict::failed && sought_(c, o); }
  bool goes_on();

  Runner runner_;
  Sought sought_;
  int launches_left_;
  bool is_cut_ = false;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace tutti::conform
