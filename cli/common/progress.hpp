// How far long work has come: a bar on a terminal, a line now and then elsewhere.
#pragma once
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <thread>

namespace tutti::cli {

/// Draws "[=====>     ]  41 %  812/2080  65000/s  0:12 left" on standard error, and wipes it when it goes. Where that
/// is no terminal, "digests: 41 % of 2080, 0:12 left" is a line there every ten seconds.
class Progress {
 public:
  /// Shows nothing where `wanted` is false.
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `what` is done just now, if there are several things.
  void show(std::size_t done, std::size_t of, std::string_view what = {});

 private:
  using Clock = std::chrono::steady_clock;
  bool on_, is_terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now(), next_;
};

/// For one long thing of which nobody knows how far it has come: "proving allreduce/ring for p = 500: 0:20 so far",
/// every ten seconds on standard error, by a thread. Not around what forks.
class LongWork {
 public:
  explicit LongWork(std::string what, bool wanted = true);

 private:
  std::jthread thread_;
};

}  // namespace tutti::cli
