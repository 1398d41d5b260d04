// The table that grows on a terminal while `tutti conform` runs.
#pragma once
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "cli/conform_report.hpp"

namespace tutti::cli {

/// Procedures by numbers of ranks: how many cases of how many are done, in red where some fail; below it how far the
/// run is. Drawn on standard error and wiped when it goes. On a terminal that is too small only its last line is drawn.
class ConformTable {
 public:
  /// Shows nothing where `wanted` is false or standard error is no terminal.
  ConformTable(const std::vector<conform::Case>& cases, bool wanted);
  ~ConformTable();
  ConformTable(const ConformTable&) = delete;
  ConformTable& operator=(const ConformTable&) = delete;

  void add(int number, conform::Verdict verdict);
  /// What the last line says instead, once all cases are done: "failures made smaller: 3 of 7".
  void say(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;
  void draw();
  void wipe();
  std::string body() const;
  std::string last_line() const;

  const std::vector<conform::Case>& cases_;
  bool on_, has_colour_;
  std::map<conform::Procedure, std::map<int, Counts>> done_, due_;  ///< of `due_` only the sum counts
  std::vector<int> ranks_;
  Counts total_;
  std::string says_;
  int lines_drawn_ = 0;
  Clock::time_point start_ = Clock::now(), next_ = start_ + std::chrono::milliseconds(300);
};

}  // namespace tutti::cli
