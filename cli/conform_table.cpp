#include "cli/conform_table.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace tutti::cli {
namespace {

using conform::Verdict;

struct Size {
  int lines = 24, columns = 80;
};

Size terminal_size() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return {};
  return {size.ws_row, size.ws_col};
}

}  // namespace

ConformTable::ConformTable(const std::vector<conform::Case>& cases, bool wanted)
    : cases_(cases), on_(wanted && isatty(STDERR_FILENO)), has_colour_(!std::getenv("NO_COLOR")) {
  std::set<int> ranks;
  for (const auto& c : cases) {
    due_[c.procedure][c.ranks].add(Verdict::undecided);
    ranks.insert(c.ranks);
  }
  ranks_.assign(ranks.begin(), ranks.end());
}

ConformTable::~ConformTable() { wipe(); }

void ConformTable::add(int number, Verdict verdict) {
  const auto& c = cases_[static_cast<std::size_t>(number)];
  done_[c.procedure][c.ranks].add(verdict);
  total_.add(verdict);
  draw();
}

void ConformTable::say(const std::string& text) {
  says_ = text;
  draw();
}

void ConformTable::wipe() {
  if (lines_drawn_ > 1) fmt::print(stderr, "\033[{}A", lines_drawn_ - 1);
  if (lines_drawn_ > 0) std::fputs("\r\033[J", stderr);
  lines_drawn_ = 0;
}

std::string ConformTable::body() const {
  auto text = fmt::format("{:22}", "");
  for (const int p : ranks_) text += fmt::format("{:>12}", fmt::format("np={}", p));
  text += "\n";
  for (const auto& [procedure, due] : due_) {
    text += fmt::format("{:22}", row(procedure).name);
    for (const int p : ranks_) {
      const auto of = due.contains(p) ? due.at(p).all() : 0;
      const auto cells = done_.find(procedure);
      const auto done = cells != done_.end() && cells->second.contains(p) ? cells->second.at(p) : Counts{};
      const auto bad = done.failed + done.undecided;
      const auto cell =
          fmt::format("{:>12}", bad ? fmt::format("{}!{}", done.all(), bad) : fmt::format("{}/{}", done.all(), of));
      const char* colour = bad ? "\033[31m" : done.all() == of ? "\033[32m" : "\033[0m";
      text += has_colour_ ? colour + cell + "\033[0m" : cell;
    }
    text += "\n";
  }
  return text;
}

std::string ConformTable::last_line() const {
  if (!says_.empty()) return says_;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double rate = total_.all() / seconds;
  const auto left = rate > 0 ? static_cast<long>((static_cast<double>(cases_.size()) - total_.all()) / rate) : 0;
  return fmt::format("{} of {}: {} passed, {} failed, {} skipped, {} undecided; {:.0f}/s, {}:{:02} left", total_.all(),
                     cases_.size(), total_.passed, total_.failed, total_.skipped, total_.undecided, rate, left / 60,
                     left % 60);
}

void ConformTable::draw() {
  if (!on_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(200);
  const auto size = terminal_size();
  const auto width = 22 + 12 * static_cast<int>(ranks_.size());
  const bool fits = static_cast<int>(due_.size()) + 2 < size.lines && width < size.columns;
  auto text = fits ? body() : std::string();
  text += last_line().substr(0, static_cast<std::size_t>(std::max(1, size.columns - 1)));
  wipe();
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  lines_drawn_ = 1 + static_cast<int>(std::ranges::count(text, '\n'));
}

}  // namespace tutti::cli
