#include "cli/conform/table.hpp"

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
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds before_the_first = 300ms, between_paints = 200ms, between_lines = 30s;

struct Size {
  int lines = 24, columns = 80;
};

Size terminal_size() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
  return {size.ws_row, size.ws_col};
}

int bad(const Counts& c) { return c.failed + c.undecided; }

/// At once, so that nothing flickers.
void write(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

ConformTable::ConformTable(const std::vector<conform::Case>& cases, bool wanted)
    : cases_(cases), wanted_(wanted), on_terminal_(isatty(STDERR_FILENO)), has_colour_(!std::getenv("NO_COLOR")) {
  add_cases(0);
  next_ = start_ + (on_terminal_ ? before_the_first : between_lines);
}

ConformTable::~ConformTable() { wipe(); }

void ConformTable::add_cases(std::size_t from) {
  for (auto k = from; k < cases_.size(); ++k) {
    const auto& c = cases_[k];
    auto& row = rows_[c.procedure];
    ++row.cells[c.ranks].due;
    ++row.all.due;
    work_due_ += c.ranks;
  }
}

void ConformTable::add_known(int number, Verdict verdict) {
  const auto& c = cases_[static_cast<std::size_t>(number)];
  auto& row = rows_[c.procedure];
  for (auto* counts : {&row.cells[c.ranks].done, &row.all.done, &total_}) counts->add(verdict);
  work_due_ -= c.ranks;
  ++known_;
}

void ConformTable::add(int number, Verdict verdict) {
  add_known(number, verdict);
  --known_;
  worked_ += cases_[static_cast<std::size_t>(number)].ranks;
  show();
}

void ConformTable::print_above(const std::string& line) {
  wipe();
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

void ConformTable::say(const std::string& text) {
  says_ = text;
  show();
}

void ConformTable::show() {
  const auto now = Clock::now();
  if (!wanted_ || now < next_) return;
  next_ = now + (on_terminal_ ? between_paints : between_lines);
  if (on_terminal_)
    repaint();
  else
    write("tutti conform: " + last_line() + "\n");
}

/// Over what was painted before, line by line.
void ConformTable::repaint() {
  const auto [lines, columns] = terminal_size();
  const auto body = table(lines - 1, columns);
  auto text = lines_drawn_ > 1 ? fmt::format("\r\033[{}A", lines_drawn_ - 1) : "\r";
  for (const char letter : body) text += letter == '\n' ? "\033[K\n" : std::string(1, letter);
  text += last_line().substr(0, static_cast<std::size_t>(columns - 1));
  write(text + "\033[J");
  lines_drawn_ = 1 + static_cast<int>(std::ranges::count(body, '\n'));
}

void ConformTable::wipe() {
  if (lines_drawn_ > 1) write(fmt::format("\033[{}A", lines_drawn_ - 1));
  if (lines_drawn_ > 0) write("\r\033[J");
  lines_drawn_ = 0;
}

/// "12/40", or "12!3" where three are not as they should be.
std::string ConformTable::print(const Cell& cell, int width) const {
  const auto& [done, due] = cell;
  const auto text = bad(done) ? fmt::format("{}!{}", done.all(), bad(done)) : fmt::format("{}/{}", done.all(), due);
  const auto padded = fmt::format("{:>{}}", text, width);
  if (!has_colour_ || due == 0) return due == 0 ? fmt::format("{:>{}}", "", width) : padded;
  const char* colour = bad(done) ? "\033[31m" : done.all() == due ? "\033[32m" : "\033[0m";
  return colour + padded + "\033[0m";
}

/// Empty where there is no room for it.
std::string ConformTable::table(int lines, int columns) const {
  constexpr int name = 21;
  int cell = 0;
  std::set<int> all_ranks;
  for (const auto& [procedure, row] : rows_) {
    cell = std::max(cell, static_cast<int>(2 * fmt::format(" {}", row.all.due).size()));
    for (const auto& [p, unused] : row.cells) all_ranks.insert(p);
  }
  const bool in_columns = name + cell * static_cast<int>(all_ranks.size()) < columns;
  const bool only_bad = static_cast<int>(rows_.size()) + 1 > lines;
  if (name + cell >= columns) return {};
  auto text = fmt::format("{:{}}", "", name);
  if (!in_columns) text += fmt::format("{:>{}}", "all", cell);
  for (const int p : all_ranks)
    if (in_columns) text += fmt::format("{:>{}}", fmt::format("np={}", p), cell);
  int room = lines - 1;
  for (const auto& [procedure, row] : rows_) {
    if ((only_bad && bad(row.all.done) == 0) || --room < 0) continue;
    text += fmt::format("\n{:{}}", conform::row(procedure).name, name);
    if (!in_columns) text += print(row.all, cell);
    for (const int p : all_ranks)
      if (in_columns) text += print(row.cells.contains(p) ? row.cells.at(p) : Cell{}, cell);
  }
  return text.find('\n') == std::string::npos ? "" : text + "\n";
}

std::string ConformTable::time_left() const {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double rate = (total_.all() - known_) / seconds;
  const auto left = worked_ > 0 ? static_cast<long>(work_due_ * seconds / worked_) : 0;
  return fmt::format("{:.0f}/s, {}:{:02} to go", rate, left / 60, left % 60);
}

std::string ConformTable::last_line() const {
  const auto failures =
      fmt::format("{} failed{}", total_.failed,
                  total_.undecided > 0 ? fmt::format(", {} undecided", total_.undecided) : std::string());
  if (!says_.empty()) return fmt::format("{}; {}", failures, says_);
  return fmt::format("{} of {} cases, {}; {}", total_.all(), cases_.size(), failures, time_left());
}

}  // namespace tutti::cli
