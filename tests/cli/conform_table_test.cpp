// What `tutti conform` draws on a terminal while it runs under a launcher and a worker that play an MPI.
#include <doctest/doctest.h>
#include <pty.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "tests/cli/conform_program.hpp"

namespace tutti {
namespace {

using conform::Fate;

/// What the command line writes to a terminal of that size.
std::string on_terminal(const std::string& command, int lines, int columns) {
  const winsize size{static_cast<unsigned short>(lines), static_cast<unsigned short>(columns), 0, 0};
  int terminal = -1;
  const auto child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = ::read(terminal, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(n));
  close(terminal);
  waitpid(child, nullptr, 0);
  return text;
}

/// What is drawn of a run that is long enough: one procedure of three has a case that hangs, among many with `ranks`.
std::vector<std::string> paints(int lines, int columns, const std::string& ranks) {
  const Folder folder;
  std::ofstream cases(folder / "cases");
  for (const auto* name : {"bcast", "gather", "neighbor_alltoallv comm=cart"})
    for (const char p : ranks) cases << name << " np=" << p << " count=3\n";
  cases << line(Fate::hang) << "\n" << line(Fate::pass) << "\n" << std::flush;
  const auto text = on_terminal(std::string("exec ") + TUTTI_PROGRAM + " conform --time-limit 0.5 --cases " +
                                    (folder / "cases").string() + fake + " >/dev/null",
                                lines, columns);
  std::vector<std::string> all;
  const std::string end = "\033[J";
  for (std::size_t from = 0, to; (to = text.find(end, from)) != std::string::npos; from = to + end.size())
    all.push_back(std::regex_replace(text.substr(from, to - from), std::regex("\033\\[[0-9;]*[A-Za-z]|\r"), ""));
  return all;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0, from = 0;
  for (std::size_t to; (to = text.find('\n', from)) != std::string::npos; from = to + 1)
    widest = std::max(widest, to - from);
  return std::max(widest, text.size() - from);
}

TEST_CASE("a terminal shows procedures by numbers of ranks, and how far the run is, and is wiped in the end") {
  const auto all = paints(24, 80, "23");
  REQUIRE(all.size() >= 2);
  const auto& last = all[all.size() - 2];
  CHECK(says(last, "np=2"));
  CHECK(says(last, "np=3\nbcast "));
  CHECK(says(last, "\nneighbor_alltoallv "));
  CHECK(says(last, "1 failed"));
  CHECK(all.back().empty());
}

TEST_CASE("nothing that is drawn is wider or higher than the terminal" * doctest::test_suite("slow")) {
  for (const int lines : {3, 24})
    for (const int columns : {20, 40, 80}) {
      const auto all = paints(lines, columns, "2345678");
      REQUIRE(all.size() >= 2);
      for (const auto& paint : all) {
        CAPTURE(paint);
        CHECK(widest_line(paint) < columns);
        CHECK(std::ranges::count(paint, '\n') < lines);
      }
      const auto& last = all[all.size() - 2];
      CHECK(says(last, "np=2") == (columns == 80));
      CHECK(says(last, "bcast ") == (columns > 20));  // what fails is shown where lines are few
      CHECK(says(last, "gather ") == (columns > 20 && lines == 24));
    }
}

TEST_CASE("where standard error is no terminal, or with --quiet, a short run draws nothing") {
  CHECK(conformity(cases({Fate::pass, Fate::wrong}) + fake).err == "");
  const auto text = on_terminal(std::string("exec ") + TUTTI_PROGRAM + " conform --quiet --time-limit 0.5" +
                                    cases({Fate::hang, Fate::pass}) + fake + " >/dev/null",
                                24, 80);
  CHECK(text == "");
}

}  // namespace
}  // namespace tutti
