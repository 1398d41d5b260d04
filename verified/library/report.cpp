#include "verified/library/report.hpp"

#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <tuple>
#include <vector>

#include "verified/library/messages.hpp"

namespace tutti::library {
namespace {

enum class By { schedule, mpi, wrong, doubtful };

/// By the collective, then those that were served or checked, those that were not, and what differs.
using Row = std::tuple<Collective, By, std::string>;

struct Counters {
  std::mutex mutex;
  std::map<Row, Counter> of;
  std::map<std::pair<std::string, bool>, Counter*> differences;  ///< by kind, and whether it is wrong
};

/// Never destroyed: threads may count until the end.
Counters& counters() {
  static auto& all = *new Counters;
  return all;
}

Counter& counter(Collective collective, By by, const std::string& text) {
  auto& all = counters();
  const std::lock_guard lock(all.mutex);
  return all.of[{collective, by, text}];
}

/// A line for each counter: number of the collective, who, calls, and the rest is the schedule or reason.
std::string write() {
  auto& all = counters();
  const std::lock_guard lock(all.mutex);
  std::ostringstream text;
  for (const auto& [row, calls] : all.of)
    text << static_cast<int>(std::get<Collective>(row)) << ' ' << static_cast<int>(std::get<By>(row)) << ' '
         << calls.load() << ' ' << std::get<std::string>(row) << '\n';
  return text.str();
}

std::map<Row, std::uint64_t> read(const std::string& text) {
  std::map<Row, std::uint64_t> sums;
  std::istringstream lines(text);
  int collective, by;
  std::uint64_t calls;
  std::string rest;
  while (lines >> collective >> by >> calls && lines.get() && std::getline(lines, rest))
    sums[{static_cast<Collective>(collective), static_cast<By>(by), rest}] += calls;
  return sums;
}

}  // namespace

Counter& served_by(Collective collective, const std::string& schedule) {
  return counter(collective, By::schedule, schedule);
}
Counter& left_for(Collective collective, const std::string& reason) { return counter(collective, By::mpi, reason); }

void note_difference(Collective collective, const std::string& kind, const Finding& finding) {
  auto& all = counters();
  {
    const std::lock_guard lock(all.mutex);
    auto& known = all.differences[{kind, finding.is_wrong}];
    const bool is_new = !known;
    if (is_new) known = &all.of[{collective, finding.is_wrong ? By::wrong : By::doubtful, finding.text}];
    ++*known;
    if (!is_new) return;
  }
  std::fprintf(stderr, "libtutti: %s: %s\n", finding.is_wrong ? "wrong" : "another result", finding.text.c_str());
}

namespace {

struct Sums {
  std::map<Row, std::uint64_t> rows;
  std::uint64_t calls = 0, served = 0, wrong = 0, doubtful = 0;
};

Sums sums_of(const std::string& all) {
  Sums sums{.rows = read(all)};
  for (const auto& [row, n] : sums.rows) {
    const auto by = std::get<By>(row);
    if (by == By::wrong) sums.wrong += n;
    if (by == By::doubtful) sums.doubtful += n;
    if (by == By::schedule || by == By::mpi) sums.calls += n;
    if (by == By::schedule) sums.served += n;
  }
  return sums;
}

void print_rows(const Sums& sums, Mode mode) {
  for (const auto& [row, n] : sums.rows) {
    const auto& [collective, by, text] = row;
    if (n == 0 || by == By::wrong || by == By::doubtful) continue;
    const auto* const how = by == By::mpi ? "by the MPI: " : mode == Mode::check ? "checked against " : "by ";
    std::fprintf(stderr, "libtutti: %-24s %10llu %s%s\n", std::string(tutti::row(collective).mpi_name).c_str(),
                 static_cast<unsigned long long>(n), how, text.c_str());
  }
}

void print_sums(const Sums& sums, Mode mode) {
  const auto number = [](std::uint64_t n) { return std::to_string(n); };
  auto text = number(sums.served) + " of " + number(sums.calls) + " calls ";
  text += mode == Mode::check ? "checked against proved schedules: " + number(sums.wrong) + " wrong, " +
                                    number(sums.doubtful) + " with another result that may be right"
                              : "by proved schedules";
  std::fprintf(stderr, "libtutti: %s\n", text.c_str());
}

std::string escaped(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == '&')
      all += "&amp;";
    else if (c == '<')
      all += "&lt;";
    else if (c == '"')
      all += "&quot;";
    else
      all += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return all;
}

/// A test case for each schedule that calls were checked against, and one for each kind of difference.
void write_junit(const Sums& sums, const std::string& path) {
  std::string cases;
  int tests = 0, failures = 0;
  for (const auto& [row, n] : sums.rows) {
    const auto& [collective, by, text] = row;
    if (n == 0 || by == By::mpi) continue;
    ++tests;
    const auto name = std::string(tutti::row(collective).mpi_name) +
                      (by == By::schedule ? " against " + text + ", " + std::to_string(n) + " calls" : ": " + text);
    cases += "  <testcase classname=\"libtutti\" name=\"" + escaped(name) + "\"";
    if (by == By::wrong) {
      ++failures;
      cases += "><failure message=\"" + escaped(text) + "\"/></testcase>\n";
    } else if (by == By::doubtful) {
      cases += "><system-out>another result, which may be right</system-out></testcase>\n";
    } else {
      cases += "/>\n";
    }
  }
  if (tests == 0) {
    ++tests;
    cases +=
        "  <testcase classname=\"libtutti\" name=\"calls are checked\"><skipped message=\"none was\"/></testcase>\n";
  }
  std::ofstream file(path, std::ios::trunc);
  file << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"libtutti check\" tests=\"" << tests
       << "\" failures=\"" << failures << "\">\n"
       << cases << "</testsuite>\n";
  if (!file.flush()) std::fprintf(stderr, "libtutti: TUTTI_CHECK_JUNIT: '%s' could not be written\n", path.c_str());
}

}  // namespace

int report(const Settings& settings) {
  const World world;
  const auto all = world.of_all(write());
  int status = 0;
  if (world.rank() == 0) {
    const auto sums = sums_of(all);
    const bool is_unknown = settings.mode == Mode::check && sums.calls > 0 && sums.served == 0;
    if (settings.verbose || is_unknown) print_rows(sums, settings.mode);
    print_sums(sums, settings.mode);
    if (!settings.check_junit.empty()) write_junit(sums, settings.check_junit);
    status = sums.wrong > 0 ? 1 : is_unknown ? 3 : 0;
  }
  return std::stoi(world.of_first(std::to_string(status)));
}

}  // namespace tutti::library
