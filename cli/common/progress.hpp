// A bar on a terminal for long work; silent elsewhere.
#pragma once
#include <chrono>
#include <cstddef>

namespace tutti::cli {

/// Draws "[=====>     ]  41 %  812/2080  65000/s  0:12 left" on standard error, and wipes it when it goes.
class Progress {
 public:
  /// Shows nothing where `wanted` is false or standard error is no terminal.
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done, std::size_t of);

 private:
  using Clock = std::chrono::steady_clock;
  bool on_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now(), next_ = start_ + std::chrono::milliseconds(300);
};

}  // namespace tutti::cli
