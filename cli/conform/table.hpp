// How far `tutti conform` is, on standard error: a table that grows on a terminal, elsewhere a line now and then.
#pragma once
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "cli/conform/report.hpp"

namespace tutti::cli {

/// Procedures by numbers of ranks: how many cases of how many are done, in red where some fail; below it how far the
/// run is. Wiped when it goes. A terminal that is too narrow gets one column for all numbers of ranks, one that is too
/// low only the procedures that fail, as many as there is room for.
class ConformTable {
 public:
  /// Shows nothing where it is not `wanted`.
  ConformTable(const std::vector<conform::Case>& cases, bool wanted);
  ~ConformTable();
  ConformTable(const ConformTable&) = delete;
  ConformTable& operator=(const ConformTable&) = delete;

  /// The cases from that number on have been added to the others.
  void add_cases(std::size_t from);
  /// A case that has just been run.
  void add(int number, conform::Verdict verdict);
  /// A case of an earlier run, which took no time in this one.
  void add_known(int number, conform::Verdict verdict);
  /// Prints a line on standard output at once, above the table.
  void print_above(const std::string& line);
  /// What the last line says instead, once all cases are done: "failures made smaller: 3 of 7".
  void say(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;
  struct Cell {
    Counts done;
    int due = 0;
  };
  struct Row {
    std::map<int, Cell> cells;  ///< by number of ranks
    Cell all;
  };
  void show();
  void repaint();
  void wipe();
  std::string table(int lines, int columns) const;
  std::string print(const Cell& cell, int width) const;
  std::string last_line() const;
  std::string time_left() const;

  const std::vector<conform::Case>& cases_;
  bool wanted_, on_terminal_, has_colour_;
  std::map<conform::Procedure, Row> rows_;
  Counts total_;
  int known_ = 0;                     ///< cases
  double work_due_ = 0, worked_ = 0;  ///< of a case its number of ranks
  std::string says_;
  int lines_drawn_ = 0;
  Clock::time_point start_ = Clock::now(), next_;
};

}  // namespace tutti::cli
