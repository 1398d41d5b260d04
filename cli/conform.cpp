// tutti conform: checks somebody's MPI, launch by launch, and reports.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <set>

#include "cli/common/commands.hpp"
#include "cli/common/output.hpp"
#include "cli/common/stop.hpp"
#include "cli/conform/html.hpp"
#include "cli/conform/input.hpp"
#include "cli/conform/programme.hpp"
#include "cli/conform/report.hpp"
#include "cli/conform/reproducers.hpp"
#include "cli/conform/reveal.hpp"
#include "cli/conform/table.hpp"
#include "cli/conform/tests.hpp"
#include "verified/conform/drive/journal.hpp"
#include "verified/conform/drive/rehearsal.hpp"
#include "verified/conform/generate/mixture.hpp"

namespace tutti::cli {
namespace {

using conform::Journal;
using Options = ConformOptions;

// ---- where the reports go

struct Reports {
  using Print = std::string (*)(const ConformRun&);

  explicit Reports(const Options& options) {
    add("--json", options.json, print_json);
    add("--junit", options.junit, print_junit);
    add("--tap", options.tap, print_tap);
    add("--html", options.html, print_html);
    if (options.record) check_only_output("--record", *options.record);
    if (options.resume) check_only_output("--resume", *options.resume);
  }
  bool take_stdout() const {
    return std::ranges::any_of(all, [](const auto& r) { return r.first.is_stdout(); });
  }
  /// All that can be written; the first error is told afterwards.
  void write(const ConformRun& run) const {
    std::exception_ptr trouble;
    for (const auto& [output, print] : all) try {
        output.write(print(run));
      } catch (const UsageError&) {
        if (!trouble) trouble = std::current_exception();
      }
    if (trouble) std::rethrow_exception(trouble);
  }

  std::vector<std::pair<Output, Print>> all;

 private:
  void add(const char* option, const std::optional<std::string>& path, Print print) {
    if (path) all.emplace_back(Output(option, *path), print);
  }
};

std::optional<Journal> journal_of(const Options& options, const std::vector<conform::Case>& cases) {
  try {
    if (options.record) return Journal::begin(*options.record, cases, describe_programme(options));
    if (options.resume) return Journal::resume(*options.resume, cases, describe_programme(options));
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
  return std::nullopt;
}

/// UsageError where an earlier part of the run was another MPI's.
void note_library(std::optional<Journal>& journal, const conform::Library& library) {
  if (!journal) return;
  const auto& past = journal->past().library;
  if (past && *past != library)
    throw UsageError(
        fmt::format("the record is one of {}, and the worker has {}; begin a new record", past->text, library.text));
  if (!past) journal->add(library);
}

/// How long failures are made smaller: with many algorithms, as long as the cases took.
conform::Bounds bounds_of(const Options& options, std::chrono::duration<double> cases_took) {
  if (options.quick) return {.launches = 30, .seconds = 4, .all_seconds = 8};
  conform::Bounds bounds;
  if (options.wants_algorithms) bounds.all_seconds = std::max(bounds.all_seconds, cases_took.count());
  return bounds;
}

/// Where the disk is full there is no record any more, but the run goes on.
void record(ConformRun& run, std::optional<Journal>& journal, int k, const conform::Outcome& o) try {
  if (journal) journal->add(k, run.cases[static_cast<std::size_t>(k)], o);
} catch (const std::runtime_error& e) {
  run.trouble = e.what();
  journal.reset();
}

/// What is printed of a failure as soon as it is found: the first of each class.
std::string print_found(const conform::Case& c, const conform::Outcome& o) {
  return "found: " + print(c) + ": " + describe(o.found.front()) + "\n";
}

/// A failure that was seen once, and not when it was asked for again, is one that a line with "maybe" is for.
void settle_seen_once(ConformRun& run) {
  for (std::size_t k = 0; k < run.cases.size(); ++k) {
    auto seen = run.results.outcomes[k];
    if (seen.again != conform::Again::never || seen.found.empty()) continue;
    seen.verdict = conform::Verdict::failed;
    const auto* known = expected(run.expectations, run.cases[k], seen);
    if (known && known->maybe) run.results.outcomes[k] = seen;
  }
}

/// More cases, drawn from those that have passed, launch after launch until the time is over. `request` is that of the
/// cases before, and `watch` is told the numbers of the new ones, which stand behind those.
void soak(ConformRun& run, conform::CampaignRequest request, conform::Runner& runner, const conform::Watch& watch,
          ConformTable& table, const Options& options) {
  constexpr std::size_t in_a_launch = 500;
  std::vector<conform::Case> from;
  for (std::size_t k = 0; k < run.cases.size(); ++k)
    if (run.results.outcomes[k].verdict == conform::Verdict::passed) from.push_back(run.cases[k]);
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds_of_soak(options));
  request.known.clear();
  request.in_first_launch = in_a_launch;
  for (std::uint64_t turn = 0; std::chrono::steady_clock::now() < until && !is_asked_to_stop(); ++turn) {
    request.cases = conform::mixture(from, in_a_launch, options.seed, turn);
    if (request.cases.empty() || !run.results.trouble.empty()) return;
    const auto before = run.cases.size();
    run.cases.insert(run.cases.end(), request.cases.begin(), request.cases.end());
    table.add_cases(before);
    conform::Watch behind;
    behind.settled = [&](int k, const conform::Outcome& o) { watch.settled(k + static_cast<int>(before), o); };
    behind.library = [](const conform::Library&) {};
    auto results = conform::run(request, runner, behind);
    for (auto& o : results.outcomes) run.results.outcomes.push_back(std::move(o));
    for (const auto& [ranks, speed] : results.speed) {
      run.results.speed[ranks].cases += speed.cases;
      run.results.speed[ranks].seconds += speed.seconds;
    }
    run.results.trouble = results.trouble;
  }
}

void run_cases(ConformRun& run, conform::Runner& runner, std::optional<Journal>& journal, const Options& options,
               bool prints_found) {
  ConformTable table(run.cases, !options.quiet);
  conform::CampaignRequest request{.cases = run.cases, .jobs = options.jobs};
  request.may_fail = [&](const conform::Case& c) {
    return std::ranges::any_of(run.expectations, [&](const Expectation& e) { return matches(e, c); });
  };
  request.may_end = [&](const conform::Case& c) {
    return std::ranges::any_of(run.expectations, [&](const Expectation& e) {
      return matches(e, c) && (std::ranges::count(e.kinds, conform::Kind::hang) > 0 ||
                               std::ranges::count(e.kinds, conform::Kind::crash) > 0);
    });
  };
  if (options.shows_new_only())
    request.is_expected = [&](const conform::Case& c, const conform::Outcome& o) {
      return expected(run.expectations, c, o) != nullptr;
    };
  if (journal) request.known = journal->past().outcomes;
  if (!request.known.empty() && std::ranges::all_of(request.known, [](const auto& o) { return o.has_value(); }))
    request.known.front().reset();  // by one case the MPI is asked whether it is still that of the record
  for (std::size_t k = 0; k < request.known.size(); ++k) {
    auto& known = request.known[k];
    if (!known) continue;
    known = judged(run.cases[k], *known, runner.launcher().strict);
    table.add_known(static_cast<int>(k), known->verdict);
  }
  std::set<std::string> told;
  conform::Watch watch;
  watch.library = [&](const conform::Library& l) { note_library(journal, l); };
  watch.settled = [&](int k, const conform::Outcome& o) {
    const auto& c = run.cases[static_cast<std::size_t>(k)];
    record(run, journal, k, o);
    if (prints_found && o.verdict == conform::Verdict::failed && told.insert(class_of(c, o)).second &&
        !expected(run.expectations, c, o))
      table.print_above(print_found(c, o));
    table.add(k, o.verdict);
  };
  const auto start = std::chrono::steady_clock::now();
  run.results = conform::run(request, runner, watch);
  if (options.soak) soak(run, request, runner, watch, table, options);
  settle_seen_once(run);
  const auto bounds = bounds_of(options, std::chrono::steady_clock::now() - start);
  if (run.trouble.empty()) run.trouble = run.results.trouble;
  auto explained = conform::explain(
      run.cases, run.results.outcomes, runner, bounds,
      [&](std::size_t done, std::size_t of) { table.say(fmt::format("failures made smaller: {} of {}", done, of)); });
  run.failures = std::move(explained.failures);
  run.groups = std::move(explained.groups);
  run.library = runner.library();
  if (run.library.text.empty() && journal && journal->past().library) run.library = *journal->past().library;
  run.garbage = runner.garbage();
}

/// A new failure, or one that is expected and has gone, is graver than what is undecided.
Exit exit_of(const ConformRun& run) {
  const bool has_new = std::ranges::any_of(run.failures, [&](const auto& f) { return !run.expectation_of(f); });
  if (has_new || !gone(run.expectations, run.cases, run.results.outcomes).empty()) return Exit::refuted;
  return count(run).undecided > 0 || !run.trouble.empty() ? Exit::undecided : Exit::holds;
}

/// Cases that somebody names are all that is run; what says which cases there are says nothing then.
void check_selection(const Options& options) {
  const char* named = !options.cases.empty() ? "--case"
                      : options.cases_file   ? "--cases"
                      : options.calls        ? "--calls"
                                             : nullptr;
  if (!named) return;
  const std::pair<const char*, bool> drawn[] = {{"--np", options.np.has_value()},
                                                {"--nodes", options.nodes > 1},
                                                {"--collective", !options.collectives.empty()},
                                                {"--large", options.large}};
  for (const auto& [option, is_given] : drawn)
    if (is_given)
      throw UsageError(fmt::format("{} names cases, and {} says which are drawn: give one of them", named, option));
}

Exit run(const Options& options) {
  if (options.quick && options.large) throw UsageError("--quick and --large: give one of them");
  static_cast<void>(nodes_of(options));
  if (options.record && options.resume)
    throw UsageError("--record begins a record, --resume goes on with one: give one of them");
  check_selection(options);
  if (options.soak && (options.record || options.resume))
    throw UsageError("--soak draws as many cases as there is time for, of which there is no record: leave out one");
  static_cast<void>(seconds_of_soak(options));
  if (options.mpicc && !options.reproducers) throw UsageError("--mpicc compiles what --reproducers writes: give both");
  const auto start = std::chrono::steady_clock::now();
  const Reports reports(options);
  if (options.reproducers) make_folder("--reproducers", *options.reproducers);
  heed_signals();
  const auto scratch = scratch_folder(options);
  ConformRun run;
  if (options.expect) run.expectations = read_expectations(*options.expect);
  auto launcher = launcher_of(options, scratch.path());
  const auto choices = choices_of(options, launcher);
  run.launcher = launcher.command;
  run.choices = choices;
  run.command = command_of(options, launcher);
  run.effects = effects_of(options, launcher, choices, is_asked_to_stop);
  auto programme = programme_of(options, launcher, choices, run.effects);
  if (options.list) return print_stdout(print_programme(programme)), Exit::holds;
  run.cases = std::move(programme.cases);
  prepare_nodes(launcher, run.cases);
  auto journal = journal_of(options, run.cases);

  conform::Runner runner(launcher, choices, is_asked_to_stop);
  run_cases(run, runner, journal, options, !reports.take_stdout());
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (options.reproducers) {
    write_reproducers(run, *options.reproducers);
    try_reproducers(run, options.mpicc ? *options.mpicc : conform::compiler_beside(launcher.command), launcher,
                    !reports.take_stdout(), is_asked_to_stop);
  }
  if (!reports.take_stdout()) print_stdout(print_text(run, options.quiet));
  reports.write(run);
  if (is_asked_to_stop()) {
    const auto record = options.resume ? options.resume : options.record;
    const auto remedy = record ? "go on with --resume " + *record : "with --record FILE it could go on";
    std::fputs(fmt::format("tutti conform: stopped before its end; {}\n", remedy).c_str(), stderr);
  }
  return exit_of(run);
}

void add_options_of_cases(Parser& parser, Options& options) {
  parser.option("--np", options.np, "Numbers of ranks, such as 2-9,13 (default: 1-9,13,16; 2-5 with --quick)")
      .type_name("LIST");
  parser
      .option("--nodes", options.nodes,
              "Spread the ranks over so many nodes that are this machine, in blocks, in turn, and with rank 0 alone;\n"
              "for launchers other than those of MPICH and Open MPI see {nodes}")
      .type_name("N")
      .show_default();
  parser.option("--collective", options.collectives, "Only these procedures, such as allreduce,neighbor_alltoall")
      .type_name("NAMES")
      .delimiter(',');
  parser.flag("--quick", options.quick, "A small programme, of a few minutes");
  parser.flag("--large", options.large, "Also buffers of more than 2^31 bytes");
  parser.option("--jobs", options.jobs, "Launches side by side").type_name("J").between(1, 4096).show_default();
  parser
      .option("--soak", options.soak,
              "Afterwards the cases that have passed, mixed at random and with other data, on the same communicators,\n"
              "for so long")
      .type_name("MINUTES");
  parser.option("--seed", options.seed, "Of what is drawn at random").show_default();
  parser.option("--case", options.cases, "Only this case, as reports print it; may be given several times")
      .type_name("CASE")
      .repeatable();
  parser.flag("--list", options.list,
              "Print the cases without running them, and what of each "
              "procedure they combine");
  parser.option("--cases", options.cases_file, "Only the cases in FILE, one in a line").type_name("FILE");
  parser
      .option("--calls", options.calls,
              "Only the calls of an application, once each, that ran under libtutti with TUTTI=record=FILE")
      .type_name("FILE");
}

void add_options_of_reports(Parser& parser, Options& options) {
  parser.option("--expect", options.expect, "Failures that are known: lines '[maybe] WORDS OF CASES KIND,… # why'")
      .type_name("FILE");
  parser.option("--record", options.record, "Write each outcome to FILE at once, so that nothing is lost")
      .type_name("FILE");
  parser.option("--resume", options.resume, "Go on with the record of a run that was interrupted").type_name("FILE");
  parser
      .option("--reproducers", options.reproducers,
              "Write a C program for each failure to FOLDER, compile and launch it, and say whether it fails")
      .type_name("FOLDER");
  parser
      .option("--mpicc", options.mpicc,
              "Compiles these programs (default: mpicc.NAME where the launcher is mpiexec.NAME)")
      .type_name("COMMAND");
  const auto report = [&](const char* name, std::optional<std::string>& path, const std::string& what) {
    parser.option(name, path, "Write the results to FILE as " + what + "; - is standard output").type_name("FILE");
  };
  report("--json", options.json, "JSON");
  report("--junit", options.junit, "JUnit XML");
  report("--tap", options.tap, "TAP 14");
  report("--html", options.html, "a page for browsers");
  parser.flag("--quiet", options.quiet, "Print only what fails or is undecided");
}

}  // namespace

Command add_conform(Parser& app) {
  auto options = std::make_shared<Options>();
  auto reveal = std::make_shared<RevealOptions>();
  auto parser = app.command("conform", "Checks somebody's MPI against the model of every collective");
  add_options_of_launches(parser, *options);
  const auto algorithms = parser.option("--algorithms", options->algorithms,
                                        "Also each algorithm in FILE, or that the worker finds the MPI to offer");
  algorithms.type_name("FILE").expected(0, 1);
  parser.flag(
      "--strict", options->strict,
      "What MPI permits is a failure: that a wrong argument is accepted, ends the program, makes it hang or gives\n"
      "an error of another class, and that denormal numbers are taken for zero");
  add_options_of_cases(parser, *options);
  add_options_of_reports(parser, *options);
  add_options_of_reveal(parser, *reveal);
  parser.footer(
      "The launcher starts the worker with many cases at once. A rank that crashes or hangs costs its case and no "
      "other;\n"
      "after some that hang or crash alike, more of their kind are not run, and undecided.\n"
      "Nothing is recorded without --record. A FILE of --algorithms has lines such as\n"
      "  allreduce=ring env MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=ring      or      allreduce=ring args --mca coll ring\n"
      "Exit status: 0 it conforms, but for what is expected; 1 a failure is new, or one expected has gone; 3 "
      "undecided\n"
      "cases are left; 4 no launch starts.\n"
      "Example: tutti conform --np 2-5,8 --launcher 'mpiexec -n {np}' --worker ./tutti-mpi --junit conform.xml\n"
      "Example: tutti conform --reveal allreduce --np 8 --count 1,4096 --svg trees.svg");
  return {parser, [=] {
            options->wants_algorithms = algorithms.given();
            std::erase(options->algorithms, "");
            check_options_of_reveal(parser);
            if (reveal->collective.empty()) return run(*options);
            heed_signals();
            return run_reveal(*options, *reveal, is_asked_to_stop);
          }};
}

}  // namespace tutti::cli
