// Plays a launcher with a worker behind it, without any MPI, for the tests of what watches them.
//   fake-mpi mpiexec NP PROGRAM ARGUMENTS...   starts NP ranks; when one fails, kills the others and ends as it did
//   fake-mpi serve ...                         is such a rank; the seed of a case is its fate
//   (tests/conform/fake_mpi.hpp)
// The variable TUTTI_FAKE says how it all begins: alone, exits, sleeps, starts-late, at-most-N (ranks); or that every
// case passes, or differs; or other-nodes: that each rank lies on one of its own. It sums from the left, but the last
// rank from the right where ranks differ.
#include "tests/conform/fake_mpi.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/system/machine.hpp"

namespace tutti::conform {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// ---- the launcher

[[noreturn]] void start(int rank, int ranks, char** command) {
  setenv("FAKE_RANK", std::to_string(rank).c_str(), 1);
  setenv("FAKE_RANKS", std::to_string(ranks).c_str(), 1);
  setsid();  // as launchers do
  execv(command[0], command);
  _exit(126);
}

int mpiexec(int ranks, char** command) {
  const auto how = variable("TUTTI_FAKE");
  if (how == "exits") return std::cerr << "no licence\n", 3;
  if (how.starts_with("at-most-") && ranks > std::stoi(how.substr(8)))
    return std::cerr << "there are not enough slots for " << ranks << " ranks\n", 1;
  std::vector<pid_t> all;
  for (int r = 0; r < ranks; ++r) {
    const pid_t child = fork();
    if (child == 0) start(how == "alone" ? 0 : r, how == "alone" ? 1 : ranks, command);
    all.push_back(child);
  }
  int result = 0, status = 0;
  while (wait(&status) > 0) {
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (code == 0 || result != 0) continue;
    result = code;
    for (const pid_t child : all) kill(child, SIGKILL);
  }
  return result;
}

// ---- a rank

class FakeRank {
 public:
  explicit FakeRank(const std::string& prefix)
      : rank_(std::stoi(variable("FAKE_RANK"))), ranks_(std::stoi(variable("FAKE_RANKS"))) {
    const auto path = prefix + "." + std::to_string(rank_);
    file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const auto mark = std::filesystem::path(prefix).parent_path().parent_path() / "seen";
    if (rank_ == ranks_ - 1) {
      is_first_time_ = !std::filesystem::exists(mark);
      std::ofstream(mark).flush();
    }
    say({"mpi", -1, std::to_string(rank_) + " " + std::to_string(ranks_) + " 4.0 Fake MPI 1.0"});
  }

  void serve(const Case& c, int k) {
    say({"begin", k, ""});
    Report report;
    const bool is_last = rank_ == ranks_ - 1;
    const auto fate = fate_of(c);
    if (c.scenario == Scenario::digest)
      report.notes.push_back("digests " + std::string(16, is_last && fate == Fate::differ ? 'b' : 'a'));
    if (c.scenario == Scenario::time && rank_ == 0) report.notes.emplace_back("times 20 0 10 11 12 13 14 15 16");
    if (c.scenario == Scenario::reveal) report.notes.push_back("tree 0 " + tree(is_last && fate == Fate::differ));
    switch (fate) {
      case Fate::wrong:
        if (is_last) report.wrong.push_back({Kind::wrong_value, "element 3 is 1, due 2"});
        break;
      case Fate::skip: report.skipped = "no such procedure"; break;
      case Fate::crash:
        if (is_last) raise(SIGSEGV);
        break;
      case Fate::exit:
        if (is_last) _exit(0);
        break;
      case Fate::hang: sleep_for_ever();
      case Fate::overrun:
        if (is_last) {
          say({"wrong", k, "overrun writes byte 0 after the receive buffer"});
          say({"end", k, "fail"});
          _exit(1);
        }
        break;
      case Fate::differ:
        if (c.scenario != Scenario::digest) report.bits = "world " + std::to_string(is_last ? 1 : 2);
        break;
      case Fate::garbage:
        write_text("\x01\xff no line\nend x\nwrong 0\nend 123456 pass\nmpi\nnote ");
        write_text("\n");
        break;
      case Fate::spoil: spoilt_ = true; break;
      case Fate::victim:
        if (spoilt_) report.wrong.push_back({Kind::stray_message, "a message of another case"});
        break;
      case Fate::mumble: say({"end", k, "fail"}); return;
      case Fate::print: std::cout << std::string(1 << 18, 'x') << std::endl; break;
      case Fate::pass: report.notes.emplace_back("all is well"); break;
      case Fate::crash_later: crash_later_ = true; break;
      case Fate::accept: report.wrong.push_back({Kind::no_error, "MPI_SUCCESS is returned"}); break;
      case Fate::once:
        if (is_last && is_first_time_) report.wrong.push_back({Kind::wrong_value, "element 3 is 1, due 2"});
        break;
      case Fate::slow:
        if (c.scenario == Scenario::error) say({"noticed", k, ""});
        if (rank_ == 0) usleep(500'000);
        break;
      case Fate::stall:
        if (rank_ == 0) usleep(1'500'000);
        break;
    }
    write_text(print(report, k));
  }

  void finish() {
    say({"done", -1, ""});
    if (crash_later_) raise(SIGABRT);
    say({"finalized", -1, ""});
  }

 private:
  [[noreturn]] static void sleep_for_ever() {
    signal(SIGTERM, SIG_IGN);
    for (;;) pause();
  }
  void write_text(const std::string& text) const {
    if (write(file_, text.data(), text.size()) < 0) _exit(5);
  }
  void say(const Line& line) const { write_text(print(line)); }

  static Fate fate_of(const Case& c) {
    const auto all = variable("TUTTI_FAKE");
    return all == "passes" ? Fate::pass : all == "differs" ? Fate::differ : static_cast<Fate>(c.seed);
  }
  /// How the sum of all ranks is bracketed.
  std::string tree(bool from_the_right) const {
    std::string text = from_the_right ? std::to_string(ranks_ - 1) : "0";
    for (int r = 1; r < ranks_; ++r)
      text = from_the_right ? "(" + std::to_string(ranks_ - 1 - r) + "·" + text + ")"
                            : "(" + text + "·" + std::to_string(r) + ")";
    return text;
  }

  int rank_, ranks_, file_ = -1;
  bool spoilt_ = false, crash_later_ = false, is_first_time_ = false;
};

int serve(const std::vector<std::string>& arguments) {
  if (variable("TUTTI_FAKE") == "sleeps") pause();
  if (variable("TUTTI_FAKE") == "starts-late") sleep(5);
  std::string cases, prefix;
  int from = 0, until = 0;
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (arguments[i] == "--cases") cases = arguments[i + 1];
    if (arguments[i] == "--results") prefix = arguments[i + 1];
    if (arguments[i] == "--from") from = std::stoi(arguments[i + 1]);
    if (arguments[i] == "--until") until = std::stoi(arguments[i + 1]);
  }
  if (!arguments.empty() && arguments.front() == "--machine") {
    auto machine = machine_here();
    if (variable("TUTTI_FAKE") == "other-nodes")
      machine.host = "node" + variable("FAKE_RANK"), machine.cpu = "Fake CPU";
    return std::ofstream(prefix + "." + variable("FAKE_RANK")) << print(machine) << std::flush ? 0 : 1;
  }
  if (!arguments.empty() && arguments.front() == "--offer") return std::ofstream(prefix + ".0").good() ? 0 : 1;
  FakeRank rank(prefix);
  std::ifstream file(cases);
  std::string line;
  for (int k = 0; k < until && std::getline(file, line); ++k)
    if (k >= from) rank.serve(parse_case(line), k);
  rank.finish();
  return 0;
}

}  // namespace
}  // namespace tutti::conform

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "mpiexec" && argc > 3) return tutti::conform::mpiexec(std::stoi(argv[2]), argv + 3);
  if (what == "serve") return tutti::conform::serve({argv + 2, argv + argc});
  std::cerr << "usage: fake-mpi mpiexec NP PROGRAM ARGUMENTS... | serve ...\n";
  return 2;
}
