#include "cli/common/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <utility>

namespace tutti::cli {

using std::chrono::milliseconds, std::chrono::seconds;

Progress::Progress(bool wanted)
    : on_(wanted),
      is_terminal_(isatty(STDERR_FILENO) != 0),
      next_(start_ + (is_terminal_ ? milliseconds(300) : seconds(10))) {}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::show(std::size_t done, std::size_t of, std::string_view what) {
  if (!on_ || done == 0 || Clock::now() < next_) return;
  next_ = Clock::now() + (is_terminal_ ? milliseconds(100) : seconds(10));
  const double rate = static_cast<double>(done) / std::chrono::duration<double>(Clock::now() - start_).count();
  const auto left = static_cast<long>(static_cast<double>(of - done) / rate);
  if (!is_terminal_) {
    fmt::print(stderr, "{}{}{} % of {}, {}:{:02} left\n", what, what.empty() ? "" : ": ", 100 * done / of, of,
               left / 60, left % 60);
    std::fflush(stderr);
    return;
  }
  drawn_ = true;
  constexpr std::size_t width = 40;
  const std::size_t filled = width * done / of;
  fmt::print(stderr, "\r[{:=>{}}{: >{}}] {:3} %  {}/{}  {:.0f}/s  {}:{:02} left\033[K", ">", filled + 1, "",
             width - filled, 100 * done / of, done, of, rate, left / 60, left % 60);
  std::fflush(stderr);
}

LongWork::LongWork(std::string what, bool wanted) {
  if (!wanted) return;
  thread_ = std::jthread([what = std::move(what)](const std::stop_token& stop) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any over;
    for (long so_far = 10; !over.wait_for(lock, stop, seconds(10), [&] { return stop.stop_requested(); });
         so_far += 10) {
      fmt::print(stderr, "{}: {}:{:02} so far\n", what, so_far / 60, so_far % 60);
      std::fflush(stderr);
    }
  });
}

}  // namespace tutti::cli
