// The program `tutti-mpi`: runs proved schedules under the MPI it was built with, and checks every result.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <set>
#include <string_view>

#include "cli/common/commands.hpp"
#include "cli/common/names.hpp"
#include "cli/common/output.hpp"
#include "cli/mpi/calibrate.hpp"
#include "cli/mpi/executor.hpp"
#include "cli/mpi/op.hpp"
#include "cli/mpi/options.hpp"
#include "cli/mpi/report.hpp"
#include "cli/mpi/schedules.hpp"
#include "cli/mpi/watch.hpp"
#include "cli/mpi/world.hpp"
#include "verified/choose/price.hpp"
#include "verified/conform/worker/alone.hpp"
#include "verified/conform/worker/barrier_counters.hpp"
#include "verified/conform/worker/load.hpp"
#include "verified/conform/worker/serve.hpp"
#include "verified/run/mpi/error.hpp"
#include "verified/schedule/record_files.hpp"
#include "verified/system/utf8.hpp"

namespace tutti::cli {
namespace {

using conform::Comm;
using mpi::conform::Group;
using mpi::conform::Groups;

/// The file of the counters that ranks leave when they enter a barrier.
void open_marks(Rank rank, int size) {
  std::string path = std::filesystem::temp_directory_path() / "tutti-mpi.XXXXXX";
  if (rank == 0) close(mkstemp(path.data()));
  path = from_rank_0(path);
  mpi::conform::BarrierCounters::open(path, rank, size);
  together([&] {
    if (!mpi::conform::BarrierCounters::available()) throw std::runtime_error("cannot map " + path + " into memory");
  });
  unlink(path.c_str());
}

/// The operator does not commute and the schedule needs that it does: the executor must refuse.
bool must_be_refused(const Run& c, const Group& group) {
  return row(c.algorithm->collective).combines() && !mpi::conform::operand_of(c.as.load).reference().commutative() &&
         mpi::Communicator::of(group.comm).proof({c.algorithm, c.shape, c.as.root}).needs().commutative;
}

/// What is wrong at this rank.
std::optional<std::string> run_one(const Run& c, const Group& group, mpi::Executor& executor, Tally& tally) {
  bool refuse = false;
  try {
    refuse = must_be_refused(c, group);
    tally.refused += refuse;
    const auto report = mpi::conform::run_alone(c.as, group, executor.by(*c.algorithm, c.shape));
    if (!report.wrong.empty())
      return std::string(name_of(report.wrong.front().kind)) + ": " + report.wrong.front().text;
    return refuse ? std::optional<std::string>("ran, although its operator does not commute") : std::nullopt;
  } catch (const mpi::Error& e) {
    return refuse ? std::nullopt : std::optional<std::string>(e.what());
  } catch (const std::invalid_argument& e) {
    throw UsageError(describe(c) + ": " + e.what());
  }
}

/// The call moves data of a datatype that the MPI itself packs wrongly, so that it says nothing of the executor.
bool is_misrepresented(const Run& c) {
  static const auto wrong = [] {
    std::set<std::string> names;
    for (const auto& datatypes : mpi::datatype_pairs())
      if (mpi::misrepresented(datatypes)) names.insert(datatypes.name);
    return names;
  }();
  if (!row(c.algorithm->collective).moves() || wrong.empty()) return false;
  return std::ranges::any_of(mpi::conform::datatype_pairs_of(c.as.load),
                             [&](const auto* datatypes) { return wrong.contains(datatypes->name); });
}

void run_all(const std::vector<Run>& runs, const Group& group, Tallies& tallies) {
  mpi::Executor executor(group);
  for (const auto& c : runs) {
    const auto what = describe(c) + " on " + group.name + ", rank " + std::to_string(group.rank);
    now_running(what);
    auto& tally = tallies[c.algorithm->name];
    if (is_misrepresented(c)) {
      ++tally.left_out;
      continue;
    }
    ++tally.cases;
    if (const auto wrong = run_one(c, group, executor, tally)) {
      ++tally.failed;
      if (tally.failures.size() < 3) tally.failures.push_back(what + ": " + *wrong);
    }
  }
  nothing_running();
}

/// Every algorithm on the world; every shape of it on the world with its ranks reversed, and on its even and its odd
/// ranks at the same time.
void run_programme(const std::vector<const Algorithm*>& algorithms, Groups& groups, Tallies& tallies) {
  for (const auto* a : algorithms) tallies[a->name];  // the same rows at every rank, whatever its communicators support
  const auto& world = groups.of(Comm::world);
  run_all(all_runs(algorithms, world.size), world, tallies);
  for (const auto comm : {Comm::reversed, Comm::split}) {
    const auto& part = groups.of(comm);
    if (world.size > 1 || comm == Comm::reversed) run_all(few_runs(algorithms, part.size), part, tallies);
  }
}

Exit run(const RunOptions& options, Rank rank, int size) {
  watch_for_crashes();
  const auto algorithms = algorithms_called(options.names, [rank](const std::string& file) {
    std::string text;
    together([&] {
      if (rank == 0) text = read_schedules(file);
    });
    return from_rank_0(text);
  });
  const auto output = json_output(options);
  Tallies tallies;
  open_marks(rank, size);
  Groups groups;
  if (options.chooses_calls()) {
    const Loads loads(options, algorithms);
    run_all(chosen_runs(options, algorithms, loads, size), groups.of(Comm::world), tallies);
  } else {
    run_programme(algorithms, groups, tallies);
  }
  return report(options, output, tallies, rank, size);
}

/// Every rank reads the same command line and comes to the same end; rank 0 says so.
int parse_and_run(int argc, char** argv, Rank rank, int size) {
  const auto say = [rank](const std::string& what, Exit status) {
    if (rank == 0) std::fprintf(stderr, "tutti-mpi: %s\n", printable(what).c_str());
    return static_cast<int>(status);
  };
  Parser app("tutti-mpi", "Runs proved schedules under MPI, and measures what messages cost here.");
  RunOptions o;
  auto command = app.command("run",
                             "run collectives by the named algorithms, all of them by default, and check every "
                             "result against the sequential reference");
  command.option("names", o.names,
                 "COLLECTIVE or COLLECTIVE/ALGORITHM; or a FILE.json with a schedule, which is for its p and root and "
                 "is proved before it runs");
  command.option("--count", o.counts, "LIST of element counts, where there are blocks in each, such as 0,1,1000");
  command.option("--type", o.types, "datatypes, such as double,int");
  command.option("--op", o.ops, "operators, such as sum,max; or matrix, word, affine (these do not commute), modular");
  command.option("--root", o.roots, "LIST of roots, or all");
  command.option("--shape", o.shape, "of a family of schedules, such as 3x2; the first by default");
  command.flag("--in-place", o.in_place, "with MPI_IN_PLACE");
  command.option("--json", o.json, "write the results to this file, - for standard output");
  command.flag("--quiet", o.quiet, "print failures only");
  command.footer(
      "Without --count, --type, --op, --root, --shape, --in-place: the whole programme of checks.\n"
      "Example: mpiexec -n 4 tutti-mpi run allreduce/ring --count 1000 --type double --op sum");
  app.command("serve", "run the cases that tutti conform gives; see tutti-mpi serve --help");
  const auto calibrate = add_calibrate(app, rank, size);
  const auto op = add_op(app, rank, size);
  try {
    if (const auto help = app.parse(argc, argv)) {
      if (rank == 0) print_stdout(*help);
      return 0;
    }
    for (const auto* other : {&calibrate, &op})
      if (other->parser.chosen()) return static_cast<int>(other->run());
    return static_cast<int>(run(o, rank, size));
  } catch (const UsageError& e) {
    return say(e.what(), Exit::usage);
  } catch (const Misplaced& e) {
    return say(e.what(), Exit::usage);
  } catch (const NoSchedule& e) {
    return say(e.what(), Exit::refuted);
  } catch (const NotProved& e) {
    return say(e.what(), Exit::refuted);
  } catch (const std::exception& e) {
    return say(e.what(), Exit::environment);
  }
}

}  // namespace
}  // namespace tutti::cli

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "serve")  // initialises MPI as it is asked to
    return tutti::mpi::conform::serve(argc - 1, argv + 1, tutti::mpi::schedules());
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int status = tutti::cli::parse_and_run(argc, argv, rank, size);
  MPI_Finalize();
  return status;
}
