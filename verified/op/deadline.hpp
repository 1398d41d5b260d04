// When an answer is due: one limit for all that is done for it.
#pragma once
#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace tutti::op {

class Deadline {
 public:
  /// So long that nothing meets it.
  Deadline() : Deadline(1e6) {}
  /// From now on.
  explicit Deadline(double seconds)
      : seconds_(seconds),
        at_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

  double seconds() const { return seconds_; }  ///< that there were in all
  double left() const { return std::max(0.0, std::chrono::duration<double>(at_ - Clock::now()).count()); }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_;
  Clock::time_point at_;
};

/// What was to be done was not over when the answer was due.
struct DeadlinePassed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tutti::op
