#include "cli/common/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace tutti::cli {

Progress::Progress(bool wanted) : on_(wanted && isatty(STDERR_FILENO)) {}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::show(std::size_t done, std::size_t of) {
  if (!on_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(100);
  drawn_ = true;
  constexpr std::size_t width = 40;
  const std::size_t filled = width * done / of;
  const double rate = static_cast<double>(done) / std::chrono::duration<double>(Clock::now() - start_).count();
  const auto left = static_cast<long>(static_cast<double>(of - done) / rate);
  fmt::print(stderr, "\r[{:=>{}}{: >{}}] {:3} %  {}/{}  {:.0f}/s  {}:{:02} left\033[K", ">", filled + 1, "",
             width - filled, 100 * done / of, done, of, rate, left / 60, left % 60);
  std::fflush(stderr);
}

}  // namespace tutti::cli
