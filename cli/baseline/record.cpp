#include "cli/baseline/record.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <functional>
#include <iterator>
#include <memory>
#include <random>
#include <set>
#include <stdexcept>

#include "cli/baseline/report.hpp"
#include "cli/common/output.hpp"
#include "cli/common/progress.hpp"
#include "cli/common/ranges.hpp"
#include "cli/common/stop.hpp"
#include "cli/conform/calls.hpp"
#include "verified/baseline/environment.hpp"
#include "verified/baseline/noise.hpp"
#include "verified/baseline/record.hpp"
#include "verified/baseline/schedules.hpp"
#include "verified/conform/drive/inquiry.hpp"

namespace tutti::cli {
namespace {

using baseline::Recording, baseline::RecordRequest;

constexpr int largest_seed = 1 << 30;
constexpr double usual_factor = 1.2;  // of tutti baseline compare

baseline::Grid grid_of(const RecordOptions& options) {
  baseline::Grid grid;
  grid.procedures = procedures_of(options.conform);
  for (const auto p : grid.procedures)
    if (!row(p).collective)
      throw UsageError(
          fmt::format("--collective: {} is no collective of all ranks, of which alone there are records", row(p).name));
  grid.is_held_to_guidelines = grid.procedures.empty() && !options.conform.quick;
  if (grid.procedures.empty()) grid.procedures = baseline::usual_procedures();
  grid.ranks = ranks_of(options.conform);
  grid.nodes = nodes_of(options.conform);
  grid.bytes = options.bytes ? parse_sizes("--bytes", *options.bytes) : baseline::usual_bytes(options.conform.quick);
  return grid;
}

/// Those of the application, of which `summary` says how many there are, or those of the grid.
baseline::RecordedCalls calls_of(RecordOptions& options, std::string& summary) {
  auto& conform = options.conform;
  if (!conform.calls) {
    if (!conform.np) conform.np = conform.quick ? "2,4" : "2,4,7";
    return calls_of(grid_of(options));
  }
  for (const auto& [name, is_given] :
       {std::pair("--np", conform.np.has_value()), std::pair("--collective", !conform.collectives.empty()),
        std::pair("--bytes", options.bytes.has_value()), std::pair("--quick", conform.quick),
        std::pair("--nodes", conform.nodes > 1)})
    if (is_given) throw UsageError(fmt::format("--calls says which calls are recorded; leave out {}", name));
  const auto found = cases_of_calls(*conform.calls);
  auto calls = baseline::calls_like(found.cases);
  if (calls.digested.empty() && calls.timed.empty())
    throw UsageError(fmt::format("--calls {}: no call in it carries anything", *conform.calls));
  summary = found.summary + "\n";
  return calls;
}

/// The machines of the largest launch that starts. An MPI may bind each rank to a processor, so that only many together
/// tell of all.
std::vector<Machine> machines_of(const conform::Launcher& launcher, const baseline::RecordedCalls& calls) {
  std::set<int, std::greater<>> ranks;
  for (const auto* cases : {&calls.digested, &calls.timed})
    for (const auto& c : *cases) ranks.insert(c.ranks);
  for (auto n = ranks.begin();; ++n) try {
      return conform::ask_for_machines(launcher, *n);
    } catch (const std::runtime_error&) {
      if (std::next(n) == ranks.end()) throw;
    }
}

/// 0 where that cannot be asked any more: what has been recorded is not lost for it.
double load_afterwards(const conform::Launcher& launcher, int ranks) {
  try {
    return baseline::load_of(conform::ask_for_machines(launcher, ranks));
  } catch (const std::exception&) {
    return 0;
  }
}

std::uint64_t seed_of(const RecordOptions& options) {
  if (options.seed) return static_cast<std::uint64_t>(parse_number("--seed", *options.seed, 0, largest_seed));
  return std::random_device()() % largest_seed;
}

std::string print_summary(const Recording& r) {
  std::size_t changes = 0;
  for (const auto& chain : r.trees) changes += chain.segments.size() - 1;
  auto text =
      fmt::format("{} results; trees of {} reductions, which change at {} sizes; {} calls timed in {} launches\n",
                  r.results.size(), r.trees.size(), changes, r.times.size(), r.launches);
  for (const auto& result : r.results) {
    if (!result.repeats()) text += fmt::format("not the same bits in each call: {}\n", print(result.which));
    if (!result.ranks_agree()) text += fmt::format("not the same bits at all ranks: {}\n", print(result.which));
  }
  for (const auto& chain : r.trees)
    if (!chain.complete) text += fmt::format("more changes of trees than were looked for: {}\n", print(chain.which));
  if (!r.untimed_np.empty())
    text += fmt::format("not timed on {} ranks: there are {} processors\n", format_list(r.untimed_np),
                        r.environment.processors);
  for (const auto& m : r.missing) text += fmt::format("not recorded: {}: {}\n", print(m.which), m.why);
  if (r.launches == 0) return text;
  const auto why = noise(r, usual_factor);
  text += why ? fmt::format("times are too noisy for a verdict: {}\n", *why)
              : fmt::format("times are quiet enough to see a factor of {}\n", usual_factor);
  if (const auto few = too_few_launches(r)) text += fmt::format("guidelines: {}\n", *few);
  return text + print_violations(violations(r, usual_factor));
}

Exit run(RecordOptions options) {
  std::string summary;
  RecordRequest request{.calls = calls_of(options, summary), .launches = options.launches, .seed = seed_of(options)};
  if (options.no_times) request.calls.timed.clear();
  if (request.calls.digested.empty() && request.calls.timed.empty())
    throw UsageError("--collective: of these there are times alone; leave out --no-times, or name one with a result");
  const auto profile = profile_of(options.prices);
  const Output output("FILE", options.file);
  heed_signals();
  const auto scratch = scratch_folder(options.conform);
  auto launcher = launcher_of(options.conform, scratch.path());
  prepare_nodes(launcher, request.calls.digested);
  const auto machines = machines_of(launcher, request.calls);
  auto environment = baseline::environment_of(machines);
  request.processors = environment.processors;
  environment.launcher = launcher.command;
  auto& [digested, trees, timed, timed_by_schedules] = request.calls;
  const auto offer = conform::ask_for_offer(launcher, (digested.empty() ? timed : digested).front().ranks);
  environment.cut_offs = offer.cut_offs;
  fmt::print(stderr, "{}", summary);
  if (offer.schedules && !options.no_times)
    for (auto& c : baseline::by_schedules(timed_by_schedules, profile, request.processors))
      timed.push_back(std::move(c));
  if (!output.is_stdout() && !timed.empty()) print_stdout(fmt::format("order of calls: --seed {}\n", request.seed));

  conform::Runner runner(launcher, {}, is_asked_to_stop);
  Recording recording;
  {
    Progress progress(!options.conform.quiet);
    recording = record(request, runner, [&](const std::string& what, std::size_t done, std::size_t of) {
      progress.show(done, of, what);
    });
  }
  if (is_asked_to_stop()) {
    std::fputs("tutti baseline: stopped before its end; nothing is recorded\n", stderr);
    return Exit::undecided;
  }
  environment.mpi = recording.environment.mpi;
  environment.standard = recording.environment.standard;
  environment.load_after = load_afterwards(launcher, static_cast<int>(machines.size()));
  recording.environment = std::move(environment);
  output.write(write_recording(recording));
  if (!output.is_stdout()) print_stdout(fmt::format("{}\n{}", recording.environment.mpi, print_summary(recording)));
  return Exit::holds;
}

}  // namespace

Command add_baseline_record(Parser& baseline) {
  auto options = std::make_shared<RecordOptions>();
  auto parser = baseline.command("record", "Records what an MPI does on this machine");
  parser.option("FILE", options->file, "Where the record goes, as JSON; - is standard output").required();
  add_options_of_launches(parser, options->conform);
  parser.option("--np", options->conform.np, "Numbers of ranks, such as 2-9,13 (default: 2,4,7; 2,4 with --quick)")
      .type_name("LIST");
  parser
      .option("--nodes", options->conform.nodes,
              "Results and trees also of ranks that lie on so many nodes, as in tutti conform; times are of one")
      .type_name("N")
      .show_default();
  parser
      .option("--collective", options->conform.collectives,
              "Only these collectives, such as allreduce,bcast (default: those whose blocks all have one size)")
      .type_name("NAMES")
      .delimiter(',');
  parser
      .option("--bytes", options->bytes,
              "Sizes of the largest buffer of a rank, such as 8,32K,1M (default: 12 up to 1M; 5 with --quick)")
      .type_name("SIZES");
  parser
      .option("--calls", options->conform.calls,
              "Instead of these, the calls of an application that ran under libtutti with TUTTI=record=FILE")
      .type_name("FILE");
  parser
      .option("--profile", options->prices.profile,
              "Prices of the machine (tutti-mpi calibrate), by which the schedules are chosen that are timed beside")
      .type_name("FILE");
  parser.option("--launches", options->launches, "How often the MPI is started for times")
      .type_name("N")
      .between(1, 10000)
      .show_default();
  parser.option("--seed", options->seed, "Of the order in which calls are timed (default: another each time)")
      .type_name("NUMBER");
  parser.flag("--quick", options->conform.quick, "Fewer sizes, ranks and guidelines; takes about two minutes");
  parser.flag("--no-times", options->no_times, "Bits and trees alone");
  parser.flag("--quiet", options->conform.quiet, "No progress");
  parser.footer(
      "Calls are timed from a common start until the last rank is done, on as many ranks as there are processors or\n"
      "fewer. Let nothing else run meanwhile. By default it takes a few minutes on two processors.\n"
      "Exit status: 0 it is recorded; 2 bad usage; 3 it was stopped, and nothing is written; 4 no launch starts.\n"
      "Example: tutti baseline record old.json --launcher 'mpiexec -n {np}' --worker ./tutti-mpi");
  return {parser, [=] { return run(*options); }};
}

}  // namespace tutti::cli
