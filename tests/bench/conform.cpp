// How soon `tutti conform` tells of a failure, and how many cases it runs: of an MPI with a planted fault the time to
// the first line that tells of it, beside the time that one launch with one case takes; and the rate of a programme,
// and from that how long 20,000 cases last.
//   build/bin/bench-conform BUILD LAUNCHER [FAULT...]
// LAUNCHER is such as 'mpiexec.mpich -genv LD_PRELOAD build/lib/libmpi-faulty.so -n {np}'; a FAULT is the value of
// TUTTI_FAULT for the worker (tests/mpi/faulty/faults.hpp).
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "verified/conform/drive/text.hpp"
#include "verified/system/program.hpp"

namespace {

using Clock = std::chrono::steady_clock;

std::string command(const std::string& build, const std::string& launcher, const std::string& rest) {
  return build + "/bin/tutti conform --worker " + build + "/bin/tutti-mpi.mpich --launcher " +
         tutti::conform::shell_quoted(launcher) + " " + rest;
}

struct Seen {
  double seconds;
  bool is_found;
  std::string output;
};

/// Until the program prints `what`, is over, or has run for so many seconds.
Seen run_until(const std::string& text, const std::string& what, const std::string& fault, double most) {
  auto shell = tutti::shell_command(text);
  if (!fault.empty()) shell.environment = {{"TUTTI_FAULT", fault}};
  const auto start = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  tutti::Program program(shell);
  for (;;) {
    const bool is_over = program.wait(20).has_value();
    const bool is_found = program.output().find(what) != std::string::npos;
    if (!is_over && !is_found && spent() < most) continue;
    const Seen seen{spent(), is_found, program.output()};
    program.end();
    return seen;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fputs("usage: bench-conform BUILD LAUNCHER [FAULT...]\n", stderr), 2;
  const std::string build = argv[1], launcher = argv[2];
  constexpr double a_while = 120, most_cases = 20000;
  const auto one = run_until(command(build, launcher, "--case 'barrier np=2'"), "cases per second", "", a_while);
  std::printf("one launch with one case: %.2f s\n%-60s %10s %10s\n", one.seconds, "fault", "first, s", "launches");
  for (int i = 3; i < argc; ++i) {
    const auto seen = run_until(command(build, launcher, "--np 2-5 --quiet"), "found: ", argv[i], a_while);
    std::printf("%-60s %10.2f %10.1f%s\n", argv[i], seen.seconds, seen.seconds / one.seconds,
                seen.is_found ? "" : "  and nothing was found");
    std::fflush(stdout);
  }
  const auto quick = run_until(command(build, launcher, "--quick --np 2,3 --collective bcast,allreduce,alltoallw"),
                               " cases: ", "", a_while);
  const auto at = quick.output.rfind(" cases: ");
  if (at == std::string::npos) return std::fputs("the programme did not come to its end\n", stderr), 1;
  const double cases = std::stod(quick.output.substr(quick.output.rfind(' ', at - 1) + 1));
  std::printf(
      "%.0f cases of a quick programme on 2 and 3 ranks in %.1f s: %.0f a second, %.0f of them in %.1f minutes\n",
      cases, quick.seconds, cases / quick.seconds, most_cases, most_cases / cases * quick.seconds / 60);
}
