// tutti verify: proves algorithms for many p and roots, and says where one fails.
#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <thread>

#include "cli/common/commands.hpp"
#include "cli/common/json_text.hpp"
#include "cli/common/names.hpp"
#include "cli/common/output.hpp"
#include "cli/common/progress.hpp"
#include "cli/common/ranges.hpp"
#include "cli/junit.hpp"
#include "cli/memory.hpp"
#include "cli/smt/verify_smt.hpp"
#include "verified/check/sweep/sweep.hpp"
#include "verified/conform/drive/text.hpp"
#include "verified/others/plan_check.hpp"
#include "verified/others/schedule_file.hpp"

namespace tutti::cli {
namespace {

using Json = nlohmann::ordered_json;

struct VerifyOptions {
  std::vector<std::string> names;
  std::string root = "all";
  std::optional<std::string> p, max_p, jobs, time_limit, json, junit, query_limit, smt2, slots;
  bool quiet = false, all_p = false, smt = false, allow_unknown = false;
};

// ---- what to prove

double parse_seconds(std::string_view option, const std::string& text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(seconds) || seconds <= 0)
    throw UsageError(fmt::format("{}: '{}' is not a number of seconds above 0", option, text));
  return seconds;
}

std::vector<int> ranks_of(const VerifyOptions& options) {
  if (options.p) return parse_list("--p", *options.p, 1, largest_p);
  std::vector<int> all(static_cast<std::size_t>(parse_number("--max-p", options.max_p.value_or("64"), 1, largest_p)));
  std::iota(all.begin(), all.end(), 1);
  return all;
}

std::optional<std::vector<Rank>> roots_of(const VerifyOptions& options, int largest) {
  if (options.root == "all") return std::nullopt;
  auto roots = parse_list("--root", options.root, 0, largest_p);
  if (roots.back() >= largest)
    throw UsageError(fmt::format("--root {}: the ranks of p = {} are 0 to {}", roots.back(), largest, largest - 1));
  return roots;
}

/// The largest p that has a case, or 0.
int largest_case(const Algorithm& algorithm, const SweepRequest& request) {
  const bool rooted = row(algorithm.collective).rooted() && request.roots;
  int largest = 0;
  for (const int p : request.ranks)
    if (algorithm.supports.holds(p) && (!rooted || request.roots->front() < p)) largest = p;
  return largest;
}

/// Takes out the algorithms that have no case; it is an error to ask for such a one by name, or for nothing else.
void drop_those_without_a_case(SweepRequest& request, const std::vector<std::string>& names) {
  std::string reason;
  std::erase_if(request.algorithms, [&](const Algorithm* a) {
    if (largest_case(*a, request) > 0) return false;
    reason = fmt::format("{} has no case to prove: it is for {}, and asked for are p = {}", a->name, a->supports.name(),
                         format_list(request.ranks));
    if (request.roots) reason += " with root " + format_list(*request.roots);
    if (std::ranges::find(names, a->name) != names.end()) throw UsageError(reason);
    return true;
  });
  if (request.algorithms.empty()) throw UsageError(reason);
}

SweepRequest request_of(const VerifyOptions& options) {
  SweepRequest request;
  request.algorithms = algorithms_called(options.names);
  request.ranks = ranks_of(options);
  request.roots = roots_of(options, request.ranks.back());
  request.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  if (options.jobs) request.jobs = parse_number("--jobs", *options.jobs, 1, 4096);
  if (options.time_limit) request.time_limit = parse_seconds("--time-limit", *options.time_limit);
  drop_those_without_a_case(request, options.names);
  for (const auto* a : request.algorithms)
    request.jobs = std::min(request.jobs, proofs_that_fit(*a, {.ranks = largest_case(*a, request)}));
  return request;
}

/// What to ask Z3, if anything.
std::optional<SmtRequest> smt_request_of(const VerifyOptions& options) {
  const bool everything = options.smt || (options.smt2 && !options.all_p);
  if (!everything && !options.all_p) {
    if (options.query_limit) throw UsageError("--query-limit is for --smt, --all-p and --smt2: add one of them");
    return std::nullopt;
  }
  check_smt_is_there();
  smt::Limit limit;
  if (options.query_limit) limit = {.steps = 0, .seconds = parse_seconds("--query-limit", *options.query_limit)};
  return SmtRequest{everything, everything && options.names.empty(), limit, options.smt2};
}

// ---- what came out

std::string show_command(const SweepResult& result) {
  if (result.algorithm->given) return "tutti show " + conform::shell_quoted(result.algorithm->name);
  const auto& c = *result.counterexample;
  auto command = fmt::format("tutti show {} --p {}", result.algorithm->name, c.ranks);
  if (c.root >= 0 && row(result.algorithm->collective).rooted()) command += fmt::format(" --root {}", c.root);
  if (!c.shape.empty()) command += fmt::format(" --shape {}", print_shape(c.shape));
  return command;
}

Json counterexample_json(const SweepResult& result) {
  if (!result.counterexample) return nullptr;
  const auto& c = *result.counterexample;
  const auto or_null = [](int value) { return value < 0 ? Json(nullptr) : Json(value); };
  return {{"fault", name_of(c.fault)},
          {"p", c.ranks},
          {"root", or_null(c.root)},
          {"shape", c.shape.empty() ? Json(nullptr) : Json(print_shape(c.shape))},
          {"round", or_null(c.round)},
          {"rank", or_null(c.rank)},
          {"block", or_null(c.block)},
          {"found", c.found},
          {"due", c.due},
          {"text", describe(c)},
          {"show", show_command(result)}};
}

std::string verify_json(const std::vector<SweepResult>& results, const std::optional<SmtResults>& smt) {
  Json all = Json::array();
  for (const auto& r : results) {
    Json entry{{"name", r.algorithm->name},
               {"verdict", r.verdict()},
               {"p", format_list(r.proved_ranks)},
               {"cases", r.cases},
               {"needs", laws(r.needs)},
               {"cpu_seconds", r.cpu_seconds},
               {"counterexample", counterexample_json(r)},
               {"agreement", r.agreement},
               {"messages", r.effort.messages},
               {"undecided", r.undecided}};
    if (r.verdict() == "unknown") entry["why"] = r.gap;
    all.push_back(std::move(entry));
  }
  Json json{{"version", 1}, {"results", std::move(all)}};
  if (smt) add_json(json, *smt);
  return json_text(json);
}

std::string print_junit(const std::vector<SweepResult>& results, const std::optional<SmtResults>& smt) {
  std::vector<JUnitCase> cases;
  for (const auto& r : results) {
    const std::string_view name = r.algorithm->name;
    JUnitCase c{std::string(row(r.algorithm->collective).name),
                std::string(name.substr(name.find('/') + 1)),
                r.cpu_seconds,
                {},
                {}};
    if (r.counterexample)
      c.failure = describe(*r.counterexample) + "\nsee: " + show_command(r);
    else if (r.verdict() == "unknown")
      c.error = r.gap;
    cases.push_back(std::move(c));
  }
  if (smt) add_junit(cases, *smt);
  return print_junit("tutti verify", cases);
}

/// The verdict, eight columns wide, in its colour.
std::string print_verdict(const SweepResult& result, bool colour) {
  const auto text = fmt::format("{:8}", result.verdict());
  if (!colour) return text;
  const auto hue = result.verdict() == "refuted"   ? fmt::terminal_color::red
                   : result.verdict() == "unknown" ? fmt::terminal_color::yellow
                                                   : fmt::terminal_color::green;
  return fmt::format(fmt::fg(hue), "{}", text);
}

/// A LIST, its middle left out where it is longer than a column: "1,2,4,8,..64".
std::string abridged(const std::vector<int>& numbers) {
  constexpr std::size_t width = 12;
  const auto text = format_list(numbers);
  const auto last = text.substr(text.rfind(',') + 1);
  if (text.size() <= width || last.size() + 3 > width) return text;
  return text.substr(0, text.rfind(',', width - 3 - last.size())) + ",.." + last;
}

double per_second(std::int64_t messages, double seconds) {
  return seconds > 0 ? static_cast<double>(messages) / seconds / 1e6 : 0;
}

std::string print_line(const SweepResult& r, bool colour) {
  const bool none = r.cases == 0;
  auto line = fmt::format("{:39}  {}  {:12}  {:>7}  {:25}  {:4}  {:>6.2f}  {:>5.1f}\n", r.algorithm->name,
                          print_verdict(r, colour), none ? "-" : abridged(r.proved_ranks), r.cases,
                          none ? "-" : print(r.needs), none ? "-" : print_agreement(*r.algorithm, r.agreement),
                          r.cpu_seconds, per_second(r.effort.messages, r.cpu_seconds));
  if (r.algorithm->given) line += fmt::format("  {}, and nothing beyond\n", print_case(*r.algorithm));
  if (r.counterexample) line += fmt::format("  {}\n", describe(*r.counterexample));
  if (r.counterexample && !names_plan(r.algorithm->name))
    line += fmt::format("  see: {}\n", show_command(r));
  else if (r.verdict() == "unknown")
    line += fmt::format("  {}\n", r.gap);
  return line;
}

std::string print_total(const std::vector<SweepResult>& results, double seconds) {
  std::size_t cases = 0;
  std::map<std::string_view, std::size_t> counts;
  double cpu = 0;
  std::int64_t messages = 0;
  for (const auto& r : results) {
    ++counts[r.verdict()];
    cases += r.cases;
    cpu += r.cpu_seconds;
    messages += r.effort.messages;
  }
  return fmt::format(
      "{} algorithms: {} proved, {} refuted, {} unknown; {} cases in {:.2f} s ({:.2f} CPU s, {:.1f} million "
      "messages per CPU s)\n",
      results.size(), counts["proved"], counts["refuted"], counts["unknown"], cases, seconds, cpu,
      per_second(messages, cpu));
}

std::string print_head() {
  return fmt::format("{:39}  {:8}  {:12}  {:>7}  {:25}  {:4}  {:>6}  {:>5}\n", "ALGORITHM", "VERDICT", "P", "CASES",
                     "NEEDS OF THE OPERATOR", "BITS", "CPU s", "M/s");
}

/// One line per algorithm and a total; with `quiet` only what is not proved.
std::string print_text(const std::vector<SweepResult>& results, double seconds, bool quiet) {
  const bool colour = colour_on_stdout();
  std::string text;
  if (!quiet) text = print_head();
  for (const auto& r : results)
    if (!quiet || r.verdict() != "proved") text += print_line(r, colour);
  return quiet ? text : text + print_total(results, seconds);
}

/// What --json and --junit name.
class Outputs {
 public:
  explicit Outputs(const VerifyOptions& options) {
    if (options.json) json_.emplace("--json", *options.json);
    if (options.junit) junit_.emplace("--junit", *options.junit);
  }
  /// Standard output is for a program, and text would disturb it.
  bool machine_only() const { return (json_ && json_->is_stdout()) || (junit_ && junit_->is_stdout()); }
  void write(const std::vector<SweepResult>& results, const std::optional<SmtResults>& smt) const {
    if (json_) json_->write(verify_json(results, smt));
    if (junit_) junit_->write(print_junit(results, smt));
  }

 private:
  std::optional<Output> json_, junit_;
};

Exit exit_of(const std::vector<SweepResult>& results, const std::optional<SmtResults>& smt, bool allow_unknown) {
  const auto any = [&](auto is) { return std::ranges::any_of(results, is); };
  if (any([](const auto& r) { return r.verdict() == "refuted"; }) || (smt && smt->refuted())) return Exit::refuted;
  const auto fails = [&](const auto& r) { return r.verdict() == "unknown" && !(r.by_limit && allow_unknown); };
  return any(fails) || (smt && smt->unknown() && !allow_unknown) ? Exit::undecided : Exit::holds;
}

// ---- schedules in files

SweepResult verify_schedule(const Algorithm& given, double time_limit) {
  proofs_that_fit(given, {.ranks = given.given->ranks, .root = given.given_root});
  SweepRequest request;
  request.algorithms = {&given};
  request.ranks = {given.given->ranks};
  request.roots = {given.given_root};
  request.time_limit = time_limit;
  return sweep(request).front();
}

/// What is checked of a plan, as what is proved of a schedule, and what connections must hold.
SweepResult verify_plan(const others::Plan& plan, const std::string& name, std::optional<int> slots,
                        std::string& needs) {
  static auto& names = *new std::deque<Algorithm>;  // what results speak of
  auto& algorithm = names.emplace_back();
  algorithm.name = name;
  algorithm.collective = algorithm.owner = plan.collective;
  Schedule empty;
  empty.ranks = plan.ranks();
  algorithm.given = std::make_shared<const Schedule>(std::move(empty));
  algorithm.given_root = plan.root;
  SweepResult result{};
  result.algorithm = &algorithm;
  const double before = thread_cpu_seconds();
  others::PlanVerdict verdict;
  try {
    verdict = others::check_plan(plan, slots);
  } catch (const others::NoSchedule& e) {
    throw UsageError(fmt::format("{}: {}", name, e.what()));
  }
  result.cpu_seconds = thread_cpu_seconds() - before;
  if (verdict.refuted) {
    result.counterexample = Counterexample{.fault = verdict.refuted->fault,
                                           .ranks = plan.ranks(),
                                           .root = row(plan.collective).rooted() ? plan.root : -1,
                                           .found = verdict.refuted->text,
                                           .due = ""};
    return result;
  }
  result.needs = verdict.needs;
  result.agreement = verdict.agreement;
  result.proved_ranks = {plan.ranks()};
  result.cases = 1;
  result.effort.messages = verdict.messages;
  needs = fmt::format("  each connection must hold {} message{}\n", verdict.slots, verdict.slots == 1 ? "" : "s");
  return result;
}

/// A line for each as soon as it is decided, and a total.
std::vector<SweepResult> verify_files(const VerifyOptions& options, bool prints) {
  const bool colour = colour_on_stdout();
  const double time_limit = options.time_limit ? parse_seconds("--time-limit", *options.time_limit) : 0;
  std::optional<int> slots;
  if (options.slots) slots = parse_number("--slots", *options.slots, 0, 1 << 20);
  std::vector<SweepResult> results;
  const auto start = std::chrono::steady_clock::now();
  const auto add = [&](SweepResult result, const std::string& needs = "") {
    if (prints && !options.quiet && results.empty()) print_stdout(print_head());
    results.push_back(std::move(result));
    if (prints && (!options.quiet || results.back().verdict() != "proved"))
      print_stdout(print_line(results.back(), colour) + needs);
  };
  for (const auto& name : options.names) {
    const auto text = read_schedules(name);
    if (names_plan(name)) {
      std::string needs;
      auto result = verify_plan(plan_in(text, name), name, slots, needs);
      add(std::move(result), needs);
    } else {
      for (const auto* given : schedules_in(text, name)) add(verify_schedule(*given, time_limit));
    }
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (prints && !options.quiet) print_stdout(print_total(results, elapsed.count()));
  return results;
}

/// Whether files are meant; UsageError where they stand beside what is not for them.
bool means_files(const VerifyOptions& options) {
  const auto is_other = [](const std::string& name) { return !names_schedules(name); };
  if (options.slots && !std::ranges::any_of(options.names, names_plan))
    throw UsageError("--slots is for files of MSCCL, FILE.xml; leave it out");
  if (std::ranges::all_of(options.names, is_other)) return false;
  if (const auto other = std::ranges::find_if(options.names, is_other); other != options.names.end())
    throw UsageError(fmt::format("{} is no file as the others are; verify it in a call of its own", *other));
  if (options.p || options.max_p || options.root != "all" || options.jobs)
    throw UsageError("a file has one p and root; leave --p, --max-p, --root and --jobs out");
  if (options.all_p || options.smt || options.smt2 || options.query_limit)
    throw UsageError("a file claims nothing beyond its p; leave --all-p, --smt, --smt2 and --query-limit out");
  return true;
}

Exit run(const VerifyOptions& options) {
  if (means_files(options)) {
    const Outputs outputs(options);
    const auto results = verify_files(options, !outputs.machine_only());
    outputs.write(results, std::nullopt);
    return exit_of(results, std::nullopt, options.allow_unknown);
  }
  auto request = request_of(options);
  const auto smt_request = smt_request_of(options);
  const Outputs outputs(options);

  const auto start = std::chrono::steady_clock::now();
  std::vector<SweepResult> results;
  {
    Progress progress(!options.quiet);
    request.progress = [&](std::size_t done, std::size_t of) { progress.show(done, of); };
    results = sweep(request);
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

  std::optional<SmtResults> smt;
  if (smt_request) smt = ask_z3(*smt_request, request, results, options.quiet);

  outputs.write(results, smt);
  if (!outputs.machine_only()) {
    print_stdout(print_text(results, elapsed.count(), options.quiet));
    if (smt) print_stdout(print_text(*smt, options.quiet));
  }
  return exit_of(results, smt, options.allow_unknown);
}

}  // namespace

Command add_verify(Parser& app) {
  auto options = std::make_shared<VerifyOptions>();
  auto parser = app.command("verify", "Proves algorithms against the sequential model, for every p up to a bound");
  parser.option("ALGORITHM", options->names,
                "COLLECTIVE or COLLECTIVE/ALGORITHM, any number; all if none is named. Or files: FILE.json with one "
                "schedule of yours (spec/schedule.schema.json), FILE.jsonl with one in each line, FILE.xml of MSCCL");
  const auto max_p = parser.option("--max-p", options->max_p, "Prove every p from 1 to N (default: 64)").type_name("N");
  parser.option("--p", options->p, "Prove these p, such as 2-9,13,16").type_name("LIST").excludes(max_p);
  parser.option("--root", options->root, "Prove these roots, or all of them").type_name("all|LIST").show_default();
  parser.option("--jobs", options->jobs, "Threads, fewer where memory is short (default: the cores)").type_name("J");
  parser.option("--time-limit", options->time_limit, "Give up then whatever is not proved; it stays unknown")
      .type_name("SECONDS");
  parser.flag("--all-p", options->all_p,
              "Ask Z3 for the proofs that hold for every p < 2^31 at once, of all but the times");
  parser.flag("--smt", options->smt,
              "Ask Z3 for these, prove every p up to 16 a second time, and, if no algorithm is named, prove what "
              "holds for all counts and the laws of MPI's operations");
  parser.option("--smt2", options->smt2, "Write all that --smt (or --all-p, if given) asks to DIR as SMT-LIB 2")
      .type_name("DIR");
  parser.option("--query-limit", options->query_limit, "CPU time for each query of Z3 (default: a limit in its steps)")
      .type_name("SECONDS");
  parser.option("--slots", options->slots, "Of a FILE.xml: how many messages a connection holds; 0: a send waits")
      .type_name("N");
  parser.flag("--allow-unknown", options->allow_unknown, "What a limit leaves undecided is no failure");
  parser.option("--json", options->json, "Write the results to FILE as JSON; - is standard output").type_name("FILE");
  parser.option("--junit", options->junit, "Write the results to FILE as JUnit XML; - is standard output")
      .type_name("FILE");
  parser.flag("--quiet", options->quiet, "Print only what is not proved");
  parser.footer(
      "CASES: every p with every root and, of a family, every shape. BITS: do all ranks end with the same bits, even "
      "in\n"
      "floating point? (- where nothing is combined.) M/s: million messages per CPU second.\n"
      "Example: tutti verify allreduce reduce/ring --max-p 128 --junit verify.xml");
  return {parser, [options] { return run(*options); }};
}

}  // namespace tutti::cli
