// Does libtutti find, while a program runs under TUTTI=check, what a faulty MPI does to it? Runs the example of each
// fault that can be seen in the result of a blocking collective on an intracommunicator; it must be found with the
// fault, and nothing without. Prints a line for each, and exits with 1 where that is not so. usage: library-check
// LAUNCHER WORKER
#include <fmt/format.h>

#include <fstream>

#include "tests/mpi/faulty/faults.hpp"
#include "tests/support/program.hpp"
#include "verified/conform/case/case.hpp"
#include "verified/conform/drive/spread.hpp"
#include "verified/conform/drive/text.hpp"

namespace tutti::conform {
namespace {

using faulty::Fault;

/// What is written beside the result nobody compares, of a barrier there is none, and what an operator is given it
/// alone knows; that denormal numbers are lost is said, but may be right.
bool can_be_seen(const Fault& fault, const Case& c) {
  const auto procedure = row(c.procedure);
  const bool is_seen = std::ranges::none_of(fault.kinds, [](Kind kind) {
    using enum Kind;
    return kind == outside || kind == overrun || kind == crash || kind == hang || kind == early ||
           kind == bad_operands || kind == denormal_flushed;
  });
  return is_seen && procedure.collective && *procedure.collective != Collective::barrier && c.form == Form::blocking &&
         c.comm != Comm::inter && c.comm != Comm::cart && c.comm != Comm::graph && c.scenario == Scenario::alone &&
         !c.freed && c.insignificant == Insignificant::right;
}

struct Run {
  Outcome outcome;
  std::string junit;
};

Run run_case(const std::string& launcher, const std::string& worker, std::string_view fault, const Case& c) {
  const Folder folder;
  const auto cases = folder / "cases";
  std::ofstream file(cases);
  for (auto with = c; with.seed < 16; ++with.seed) file << print(with) << '\n';  // some data shows nothing
  file.close();
  const auto junit = folder / "junit.xml";
  auto outcome = tutti::run(
      "TUTTI=check,after=0 TUTTI_CHECK_EXIT=1",
      fmt::format("TUTTI_CHECK_JUNIT={} TUTTI_FAULT='{}' {} {} serve --cases {} --results {}", junit.string(), fault,
                  replaced(spread_command(launcher + " -n {np}", LauncherFamily::hydra, c.nodes, c.ranks, ""), "{np}",
                           std::to_string(c.ranks)),
                  worker, cases.string(), (folder / "results").string()));
  return {std::move(outcome), read(junit)};
}

bool says(const Outcome& outcome, std::string_view text) { return outcome.err.find(text) != std::string::npos; }

bool is_found(const std::string& launcher, const std::string& worker, const Fault& fault, const Case& c) {
  const auto [with, with_junit] = run_case(launcher, worker, fault.name, c);
  const auto [without, without_junit] = run_case(launcher, worker, "", c);
  const bool found = with.status == 1 && says(with, "libtutti: wrong: " + std::string(row(c.procedure).mpi_name)) &&
                     with_junit.find("<failure message=\"MPI_") != std::string::npos;
  const bool clean = without.status == 0 && says(without, ": 0 wrong,") && !says(without, "libtutti: 0 of") &&
                     without_junit.find("failures=\"0\"") != std::string::npos;
  fmt::print("{:<60} {}\n", fault.name,
             !clean  ? "the MPI without the fault: " + without.err
             : found ? "found"
                     : "not found: " + with.err);
  return found && clean;
}

int main(const std::string& launcher, const std::string& worker) {
  int tried = 0, found = 0;
  for (const auto& fault : faulty::faults) {
    const auto c = parse_case(std::string(fault.example));
    if (!can_be_seen(fault, c)) continue;
    ++tried;
    found += is_found(launcher, worker, fault, c);
    std::fflush(stdout);
  }
  fmt::print("{} of {} found\n", found, tried);
  return tried > 20 && found == tried ? 0 : 1;
}

}  // namespace
}  // namespace tutti::conform

int main(int argc, char** argv) {
  if (argc != 3) return fmt::print(stderr, "usage: library-check LAUNCHER WORKER\n"), 2;
  return tutti::conform::main(argv[1], argv[2]);
}
