#include "verified/conform/worker/serve.hpp"

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <stdexcept>

#include "verified/conform/worker/algorithms.hpp"
#include "verified/conform/worker/alone.hpp"
#include "verified/conform/worker/barrier_counters.hpp"
#include "verified/conform/worker/declined.hpp"
#include "verified/conform/worker/guard.hpp"
#include "verified/conform/worker/scenario.hpp"
#include "verified/system/machine.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Kind;
using tutti::conform::Line;

namespace {

constexpr char usage[] =
    "usage: tutti-mpi serve --cases FILE --results PREFIX [--from K] [--until L] [--threads]\n"
    "Runs the cases in lines K to L-1 of FILE, counted from 0, and appends what it finds to PREFIX.RANK.\n"
    "  --threads  ask for MPI_THREAD_MULTIPLE\n"
    "   or: tutti-mpi serve --algorithms --results PREFIX\n"
    "Writes the algorithms that the MPI lets one choose to PREFIX.0.\n"
    "   or: tutti-mpi serve --offer --results PREFIX\n"
    "Writes what the MPI lacks, and the sizes at which it says that it changes "
    "what it does, to PREFIX.0.\n"
    "   or: tutti-mpi serve --library --results PREFIX\n"
    "Writes what the MPI calls itself to PREFIX.0.\n"
    "   or: tutti-mpi serve --nodes --results PREFIX\n"
    "Writes the first rank of the node that each rank lies on to PREFIX.RANK.\n"
    "   or: tutti-mpi serve --machine --results PREFIX\n"
    "Writes what each rank runs on to PREFIX.RANK.\n"
    "Started by tutti conform. Example: mpiexec -n 4 tutti-mpi serve --cases cases.txt --results /tmp/found\n";

struct Options {
  std::string cases, results;
  std::size_t from = 0, until = static_cast<std::size_t>(-1);
  bool threads = false, algorithms = false, offer = false, library = false, nodes = false, machine = false,
       help = false;
};

std::size_t number(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const auto n = std::strtoull(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || text[0] == '-')
    throw std::invalid_argument(option + " needs a number from 0 on, not '" + text + "'");
  return n;
}

Options parse(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 == argc) throw std::invalid_argument(option + " needs a value");
      return argv[++i];
    };
    if (option == "--cases")
      o.cases = value();
    else if (option == "--results")
      o.results = value();
    else if (option == "--from")
      o.from = number(option, value());
    else if (option == "--until")
      o.until = number(option, value());
    else if (option == "--threads")
      o.threads = true;
    else if (option == "--algorithms")
      o.algorithms = true;
    else if (option == "--offer")
      o.offer = true;
    else if (option == "--library")
      o.library = true;
    else if (option == "--nodes")
      o.nodes = true;
    else if (option == "--machine")
      o.machine = true;
    else if (option == "--help")
      o.help = true;
    else
      throw std::invalid_argument("there is no option '" + option + "'");
  }
  if (!o.help &&
      (o.results.empty() || !o.cases.empty() + o.algorithms + o.offer + o.library + o.nodes + o.machine != 1))
    throw std::invalid_argument(
        "--results is needed, and one of --cases, --algorithms, --offer, --library, --nodes and --machine");
  return o;
}

std::vector<Case> read_cases(const Options& o) {
  std::ifstream file(o.cases);
  if (!file) throw std::invalid_argument("cannot read " + o.cases);
  std::vector<Case> cases;
  std::string line;
  while (std::getline(file, line)) {
    try {
      cases.push_back(tutti::conform::parse_case(line));
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(o.cases + ":" + std::to_string(cases.size() + 1) + ": " + e.what());
    }
  }
  if (file.bad()) throw std::invalid_argument("cannot read " + o.cases);
  return cases;
}

/// A rank's file.
class Results {
 public:
  explicit Results(const std::string& path)
      : file_(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
    if (file_ < 0) throw std::invalid_argument("cannot write " + path);
  }
  int file() const { return file_; }
  void write(const Line& line) const { write_line(print(line)); }
  void write(const Report& report, int k) const {
    const auto text = print(report, k);
    for (std::size_t at = 0, next; at < text.size(); at = next) {
      next = text.find('\n', at) + 1;
      write_line(text.substr(at, next - at));
    }
  }

 private:
  void write_line(const std::string& line) const {
    if (::write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
      throw std::runtime_error("cannot write to the file of results");
  }
  int file_;
};

std::string library() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::string line(text);
  line = line.substr(0, line.find('\n'));
  for (auto& c : line)
    if (c == '\t') c = ' ';
  return line;
}

/// The report of a case that needs a call which has returned an error.
Report without_call(const Case& c, const CallFailed& e) {
  if (may_decline(c, e.code)) return {.wrong = {}, .skipped = e.what()};
  return {.wrong = {{Kind::unexpected_error, e.what()}}};
}

Report run(const Case& c, Groups& groups, int ranks, const std::function<void()>& noticed, const Scheduler& scheduler) {
  try {
    if (auto why = why_not_run(c, ranks)) return {.wrong = {}, .skipped = *why};
    if (is_scenario(c)) return run_scenario(c, groups, noticed, scheduler);
    return run_alone(c, groups.of(c.comm));
  } catch (const std::invalid_argument& e) {
    return {.wrong = {}, .skipped = e.what()};
  } catch (const CallFailed& e) {
    return without_call(c, e);
  }
}

void run_all(const Options& o, const std::vector<Case>& cases, const Results& results, int ranks,
             const Scheduler& scheduler) {
  Groups groups;
  for (std::size_t i = o.from; i < cases.size() && i < o.until; ++i) {
    const int k = static_cast<int>(i);
    accesses_belong_to(k);
    results.write({"begin", k, ""});
    const auto noticed = [&] { results.write({"noticed", k, ""}); };
    results.write(run(cases[i], groups, ranks, noticed, scheduler), k);
  }
  results.write({"done", -1, ""});
}

int serve(const Options& o, const std::vector<Case>& cases, const Scheduler& scheduler) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const Results results(o.results + "." + std::to_string(rank));
  results.write({"mpi", -1,
                 std::to_string(rank) + " " + std::to_string(ranks) + " " + std::to_string(MPI_VERSION) + "." +
                     std::to_string(MPI_SUBVERSION) + " " + library()});
  for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  watch_accesses(results.file());
  BarrierCounters::open(o.results + ".counters", rank, ranks);
  run_all(o, cases, results, ranks, scheduler);
  MPI_Finalize();
  results.write({"finalized", -1, ""});
  return 0;
}

/// The first of the ranks that share memory with this one.
int first_rank_of_node() {
  int rank, first = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  MPI_Group here, world;
  MPI_Comm_group(node, &here);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  constexpr int zero = 0;
  MPI_Group_translate_ranks(here, 1, &zero, world, &first);
  MPI_Group_free(&here);
  MPI_Group_free(&world);
  MPI_Comm_free(&node);
  return first;
}

/// Every rank asks, because that comes before MPI_Init, and rank 0 writes.
int answer(const Options& o, int argc, char** argv, bool has_schedules) {
  std::string text;
  tutti::conform::Offer offer = procedures_offered();
  offer.schedules = has_schedules;
  if (o.offer) offer.cut_offs = cut_offs();
  if (o.algorithms)
    for (const auto& c : tutti::conform::choosables(variables_of_collectives())) text += print(c);
  int rank, provided;
  MPI_Init_thread(&argc, &argv, o.offer ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  offer.threads = provided >= MPI_THREAD_MULTIPLE;
  if (o.offer) text = print(offer);
  if (o.library) text = library();
  if (o.nodes) text = std::to_string(first_rank_of_node());
  if (o.machine) text = print(tutti::machine_here());
  if (rank == 0 || o.nodes || o.machine) {
    const auto path = o.results + "." + std::to_string(rank);
    std::ofstream out(path);
    out << text << std::flush;
    if (!out) throw std::invalid_argument("cannot write " + path);
  }
  MPI_Finalize();
  return 0;
}

}  // namespace

int serve(int argc, char** argv, const Scheduler& scheduler) {
  try {
    const auto options = parse(argc, argv);
    if (options.help) return std::fputs(usage, stdout), 0;
    if (options.cases.empty()) return answer(options, argc, argv, scheduler != nullptr);
    const auto cases = read_cases(options);
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, options.threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    return serve(options, cases, scheduler);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "tutti-mpi serve: %s\n", e.what());
    return 2;
  }
}

}  // namespace tutti::mpi::conform
