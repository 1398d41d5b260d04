// The program `tutti-mpi`: runs proved schedules under the MPI it was built with, and checks every result.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/mpi/options.hpp"
#include "cli/names.hpp"
#include "cli/output.hpp"

namespace tutti::cli {
namespace {

using mpi::Case;

constexpr unsigned seconds_per_case = 60;
char running[256];  ///< the case under way, for when it does not end

void give_up(int) {
  constexpr char text[] = "tutti-mpi: no end after 60 s, given up: ";
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  (void)!write(STDERR_FILENO, running, strnlen(running, sizeof running));
  (void)!write(STDERR_FILENO, "\n", 1);
  _exit(static_cast<int>(Exit::refuted));
}

/// What was checked of one algorithm, on all communicators of which this rank is a member.
struct Tally {
  int cases = 0, refused = 0, failed = 0;
  std::vector<std::string> failures;
};
using Tallies = std::map<std::string, Tally>;

/// The operator does not commute and the schedule needs that it does: the executor must refuse.
bool must_be_refused(const Case& c, MPI_Comm comm) {
  return !c.operand->reference().commutative() &&
         mpi::Communicator::of(comm).plan(*c.algorithm, c.root, c.counts, false)->needs.commutative;
}

std::optional<std::string> run_one(const Case& c, MPI_Comm comm, mpi::Checker& checker, Tally& tally) {
  bool refuse = false;
  try {
    refuse = must_be_refused(c, comm);
    tally.refused += refuse;
    auto wrong = checker.check(c);
    if (refuse && !wrong) return "ran, although its operator does not commute";
    return wrong;
  } catch (const mpi::Error& e) {
    return refuse ? std::nullopt : std::optional<std::string>(e.what());
  }
}

void run_all(const std::vector<Case>& cases, MPI_Comm comm, const std::string& where, Tallies& tallies) {
  mpi::Checker checker(comm);
  for (const auto& c : cases) {
    std::snprintf(running, sizeof running, "%s on %s", describe(c).c_str(), where.c_str());
    alarm(seconds_per_case);
    auto& tally = tallies[c.algorithm->name];
    ++tally.cases;
    if (const auto wrong = run_one(c, comm, checker, tally)) {
      ++tally.failed;
      if (tally.failures.size() < 3) tally.failures.push_back(describe(c) + " on " + where + ": " + *wrong);
    }
  }
  alarm(0);
}

/// Every algorithm, on the world, on the world with its ranks reversed, and on its two halves at the same time.
Tallies run_programme(const std::vector<const Algorithm*>& algorithms, Rank rank, int size) {
  Tallies tallies;
  for (const auto* a : algorithms) tallies[a->name];  // the same rows at every rank, whatever its communicators support
  const auto predefined = mpi::predefined_operands();
  run_all(all_cases(algorithms, predefined, size), MPI_COMM_WORLD, "the world", tallies);
  if (size == 1) return tallies;
  const auto on_part = [&](int colour, int key, const std::string& where) {
    MPI_Comm part;
    int part_size;
    MPI_Comm_split(MPI_COMM_WORLD, colour, key, &part);
    MPI_Comm_size(part, &part_size);
    run_all(few_cases(algorithms, predefined, part_size), part, where, tallies);
    MPI_Comm_free(&part);
  };
  on_part(0, size - rank, "the reversed world");
  on_part(rank % 2, rank, rank % 2 ? "the odd ranks" : "the even ranks");
  return tallies;
}

/// The failures of all ranks, at rank 0, rank by rank.
std::vector<std::string> gather(const std::vector<std::string>& mine, Rank rank, int size) {
  const auto text = nlohmann::json(mine).dump();
  const int length = static_cast<int>(text.size());
  std::vector<int> lengths(static_cast<std::size_t>(size)), starts(lengths.size(), 0);
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::string all;
  for (std::size_t r = 1; r < lengths.size(); ++r) starts[r] = starts[r - 1] + lengths[r - 1];
  if (rank == 0) all.resize(static_cast<std::size_t>(starts.back() + lengths.back()));
  MPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR, 0, MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (std::size_t r = 0; rank == 0 && r < lengths.size(); ++r)
    for (const auto& one :
         nlohmann::json::parse(all.substr(static_cast<std::size_t>(starts[r]), static_cast<std::size_t>(lengths[r]))))
      texts.push_back(one);
  return texts;
}

std::string mpi_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  MPI_Get_library_version(text, &length);
  std::string_view first(text, static_cast<std::size_t>(length));
  return std::string(first.substr(0, first.find('\n')));
}

/// The file of --json, at rank 0. UsageError at every rank where it cannot be written: before anything is run.
std::optional<Output> json_output(const RunOptions& options, Rank rank) {
  std::optional<Output> output;
  std::string wrong;
  try {
    if (rank == 0 && !options.json.empty()) output.emplace("--json", options.json);
  } catch (const UsageError& e) {
    wrong = e.what();
  }
  int fails = !wrong.empty();
  MPI_Bcast(&fails, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (fails) throw UsageError(wrong);
  return output;
}

/// Adds up over the ranks, prints and writes at rank 0. What each rank checked of the halves counts once per rank.
Exit report(const RunOptions& options, const std::optional<Output>& output, const Tallies& tallies, Rank rank,
            int size) {
  bool all_hold = true;
  nlohmann::json json{{"version", 1}, {"mpi", mpi_version()}, {"np", size}, {"results", nlohmann::json::array()}};
  for (const auto& [name, tally] : tallies) {
    int failed;
    MPI_Allreduce(&tally.failed, &failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    const auto failures = gather(tally.failures, rank, size);
    all_hold &= failed == 0;
    if (rank != 0 || tally.cases == 0) continue;
    for (const auto& f : failures) std::fprintf(stderr, "%s\n", f.c_str());
    const char* verdict = failed == 0 ? "holds" : "fails";
    json["results"].push_back({{"name", name},
                               {"verdict", verdict},
                               {"cases", tally.cases},
                               {"refused", tally.refused},
                               {"failures", failures}});
    if (!options.quiet && !(output && output->is_stdout()))
      std::printf("%-40s np %-3d %6d cases, %4d refused as they must be  %s\n", name.c_str(), size, tally.cases,
                  tally.refused, verdict);
  }
  if (output) output->write(json.dump(2) + "\n");
  return all_hold ? Exit::holds : Exit::refuted;
}

Exit run(const RunOptions& options, Rank rank, int size) {
  signal(SIGALRM, give_up);
  const auto algorithms = algorithms_called(options.names);
  const auto output = json_output(options, rank);
  Tallies tallies;
  if (options.chooses_calls()) {
    const auto operands = chosen_operands(options);
    run_all(chosen_cases(options, algorithms, operands, size), MPI_COMM_WORLD, "the world", tallies);
  } else {
    tallies = run_programme(algorithms, rank, size);
  }
  return report(options, output, tallies, rank, size);
}

/// Every rank reads the same command line and comes to the same end; rank 0 says so.
int parse_and_run(int argc, char** argv, Rank rank, int size) {
  const auto say = [rank](const std::string& what, Exit status) {
    if (rank == 0) std::fprintf(stderr, "tutti-mpi: %s\n", what.c_str());
    return static_cast<int>(status);
  };
  CLI::App app("Runs proved schedules under MPI and checks every result against the sequential reference.",
               "tutti-mpi");
  app.require_subcommand(1);
  RunOptions o;
  auto* command = app.add_subcommand("run", "run collectives by the named algorithms, all of them by default");
  command->add_option("names", o.names, "COLLECTIVE or COLLECTIVE/ALGORITHM");
  command->add_option("--count", o.counts, "LIST of element counts, such as 0,1,1000");
  command->add_option("--type", o.types, "datatypes, such as double,int");
  command->add_option("--op", o.ops,
                      "operators, such as sum,max; or matrix, word, affine (these do not commute), modular");
  command->add_option("--root", o.roots, "LIST of roots, or all");
  command->add_flag("--in-place", o.in_place, "with MPI_IN_PLACE");
  command->add_option("--json", o.json, "write the results to this file, - for standard output");
  command->add_flag("--quiet", o.quiet, "print failures only");
  command->footer(
      "Without --count, --type, --op, --root: the whole programme of checks.\n"
      "Example: mpiexec -n 4 tutti-mpi run allreduce/ring --count 1000 --type double --op sum");
  try {
    app.parse(argc, argv);
    return static_cast<int>(run(o, rank, size));
  } catch (const CLI::Success& help) {
    return rank == 0 ? app.exit(help) : 0;
  } catch (const CLI::ParseError& e) {
    return say(std::string(e.what()) + "; see tutti-mpi run --help", Exit::usage);
  } catch (const UsageError& e) {
    return say(e.what(), Exit::usage);
  } catch (const std::exception& e) {
    return say(e.what(), Exit::environment);
  }
}

}  // namespace
}  // namespace tutti::cli

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int status = tutti::cli::parse_and_run(argc, argv, rank, size);
  MPI_Finalize();
  return status;
}
