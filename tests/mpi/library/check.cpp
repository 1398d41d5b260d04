// Does libtutti find, while a program runs under TUTTI=check, what a faulty MPI does to it? Runs the example of each
// fault that can be seen in the result of a blocking collective on an intracommunicator; it must be found with the
// fault, and nothing without. Prints a line for each, and exits with 1 where that is not so. usage: library-check
// LAUNCHER WORKER
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <vector>

#include "tests/mpi/faulty/faults.hpp"
#include "tests/support/program.hpp"
#include "verified/conform/case/case.hpp"
#include "verified/conform/drive/spread.hpp"
#include "verified/conform/drive/text.hpp"

namespace tutti::conform {
namespace {

using faulty::Fault;

/// What is written beside the result nobody compares, of a barrier there is none, and what an operator is given it
/// alone knows, also that of the schedule which it is compared with; that denormal numbers are lost is said, but may be
/// right.
bool can_be_seen(const Fault& fault, const Case& c) {
  const auto procedure = row(c.procedure);
  const bool is_seen = std::ranges::none_of(fault.kinds, [](Kind kind) {
    using enum Kind;
    return kind == outside || kind == overrun || kind == crash || kind == hang || kind == early ||
           kind == bad_operands || kind == denormal_flushed;
  });
  return is_seen && !fault.name.starts_with("operator-") && procedure.collective &&
         *procedure.collective != Collective::barrier && c.form == Form::blocking && !is_inter(c.comm) &&
         !has_topology(c.comm) && c.scenario == Scenario::alone && !c.freed && c.insignificant == Insignificant::right;
}

struct Run {
  Outcome outcome;
  std::string junit;
};

/// The cases, which are for the same ranks on the same nodes, each with the data of several seeds: some shows nothing.
Run run_cases(const std::string& launcher, const std::string& worker, std::string_view fault,
              const std::vector<Case>& all) {
  const Folder folder;
  const auto cases = folder / "cases";
  std::ofstream file(cases);
  for (auto c : all)
    for (; c.seed < 16; ++c.seed) file << print(c) << '\n';
  file.close();
  const auto junit = folder / "junit.xml";
  const auto& nodes = all.front().nodes;
  const auto ranks = all.front().ranks;
  auto outcome = tutti::run(
      "TUTTI=check,after=0 TUTTI_CHECK_EXIT=1",
      fmt::format("TUTTI_CHECK_JUNIT={} TUTTI_FAULT='{}' {} {} serve --cases {} --results {}", junit.string(), fault,
                  replaced(spread_command(launcher + " -n {np}", LauncherFamily::hydra, nodes, ranks, ""), "{np}",
                           std::to_string(ranks)),
                  worker, cases.string(), (folder / "results").string()));
  return {std::move(outcome), read(junit)};
}

bool says(const Outcome& outcome, std::string_view text) { return outcome.err.find(text) != std::string::npos; }

/// Nothing is found in the MPI without a fault.
bool is_clean(const std::string& launcher, const std::string& worker, const std::vector<Case>& all) {
  const auto [outcome, junit] = run_cases(launcher, worker, "", all);
  const bool clean = outcome.status == 0 && says(outcome, ": 0 wrong,") && !says(outcome, "libtutti: 0 of") &&
                     junit.find("failures=\"0\"") != std::string::npos;
  fmt::print("{} cases of {} ranks without a fault: {}\n", all.size(), all.front().ranks,
             clean ? "nothing is found" : outcome.err);
  std::fflush(stdout);
  return clean;
}

bool is_found(const std::string& launcher, const std::string& worker, const Fault& fault, const Case& c) {
  const auto [outcome, junit] = run_cases(launcher, worker, fault.name, {c});
  const bool found = outcome.status == 1 &&
                     says(outcome, "libtutti: wrong: " + std::string(row(c.procedure).mpi_name)) &&
                     junit.find("<failure message=\"MPI_") != std::string::npos;
  fmt::print("{:<60} {}\n", fault.name, found ? "found" : "not found: " + outcome.err);
  std::fflush(stdout);
  return found;
}

int main(const std::string& launcher, const std::string& worker) {
  std::map<std::pair<std::string, int>, std::vector<Case>> examples;  // by the nodes and ranks that they are for
  int tried = 0, found = 0;
  for (const auto& fault : faulty::faults) {
    const auto c = parse_case(std::string(fault.example));
    if (!can_be_seen(fault, c)) continue;
    examples[{print(c.nodes), c.ranks}].push_back(c);
    ++tried;
    found += is_found(launcher, worker, fault, c);
  }
  fmt::print("{} of {} found\n", found, tried);
  const bool clean = std::ranges::all_of(examples, [&](const auto& e) { return is_clean(launcher, worker, e.second); });
  return tried > 20 && found == tried && clean ? 0 : 1;
}

}  // namespace
}  // namespace tutti::conform

int main(int argc, char** argv) {
  if (argc != 3) return fmt::print(stderr, "usage: library-check LAUNCHER WORKER\n"), 2;
  return tutti::conform::main(argv[1], argv[2]);
}
