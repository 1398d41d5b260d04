// tutti verify: proves algorithms for many p and roots, and says where one fails.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>

#include "cli/common/commands.hpp"
#include "cli/common/given.hpp"
#include "cli/common/names.hpp"
#include "cli/common/output.hpp"
#include "cli/common/progress.hpp"
#include "cli/common/ranges.hpp"
#include "cli/memory.hpp"
#include "cli/smt/verify_smt.hpp"
#include "cli/verify_files.hpp"
#include "cli/verify_report.hpp"
#include "verified/check/sweep/sweep.hpp"

namespace tutti::cli {
namespace {

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

/// What --json and --junit name.
class Outputs {
 public:
  explicit Outputs(const VerifyOptions& options) {
    if (options.json) json_.emplace("--json", *options.json);
    if (options.junit) junit_.emplace("--junit", *options.junit);
  }
  /// Standard output is for a program, and text would disturb it.
  bool machine_only() const { return (json_ && json_->is_stdout()) || (junit_ && junit_->is_stdout()); }
  void write(const std::vector<Verified>& results, const std::optional<SmtResults>& smt) const {
    if (json_) json_->write(verify_json(results, smt));
    if (junit_) junit_->write(verify_junit(results, smt));
  }

 private:
  std::optional<Output> json_, junit_;
};

Exit exit_of(const std::vector<Verified>& results, const std::optional<SmtResults>& smt, bool allow_unknown) {
  const auto any = [&](auto is) { return std::ranges::any_of(results, is, &Verified::found); };
  if (any([](const auto& r) { return r.verdict() == "refuted"; }) || (smt && smt->refuted())) return Exit::refuted;
  const auto fails = [&](const auto& r) { return r.verdict() == "unknown" && !(r.by_limit && allow_unknown); };
  return any(fails) || (smt && smt->unknown() && !allow_unknown) ? Exit::undecided : Exit::holds;
}

/// Whether files are meant; UsageError where they stand beside what is not for them.
bool means_files(const VerifyOptions& options) {
  const auto is_other = [](const std::string& name) { return !names_schedules(name); };
  if (options.slots && !std::ranges::any_of(options.names, names_msccl))
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

/// The table on standard output, as far as it is wanted there.
class Table {
 public:
  Table(const VerifyOptions& options, const Outputs& outputs)
      : prints_(!outputs.machine_only()), quiet_(options.quiet), colour_(colour_on_stdout()) {}

  void tell(const Verified& one) {
    if (!prints_ || (quiet_ && one.found.verdict() == "proved")) return;
    if (!quiet_ && !has_head_) print_stdout(print_head());
    has_head_ = true;
    print_stdout(print_line(one, colour_));
  }
  void end(const std::vector<Verified>& results, double seconds) const {
    if (prints_ && !quiet_) print_stdout(print_total(results, seconds));
  }

 private:
  bool prints_, quiet_, colour_, has_head_ = false;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Exit run_files(const VerifyOptions& options) {
  const double time_limit = options.time_limit ? parse_seconds("--time-limit", *options.time_limit) : 0;
  std::optional<int> slots;
  if (options.slots) slots = parse_number("--slots", *options.slots, 0, 1 << 20);
  const Outputs outputs(options);
  Table table(options, outputs);
  const auto start = std::chrono::steady_clock::now();
  const auto results = verify_files(options.names, slots, time_limit, [&](const Verified& one) { table.tell(one); });
  table.end(results, seconds_since(start));
  outputs.write(results, std::nullopt);
  return exit_of(results, std::nullopt, options.allow_unknown);
}

Exit run(const VerifyOptions& options) {
  if (means_files(options)) return run_files(options);
  auto request = request_of(options);
  const auto smt_request = smt_request_of(options);
  const Outputs outputs(options);

  const auto start = std::chrono::steady_clock::now();
  std::vector<SweepResult> swept;
  {
    Progress progress(!options.quiet);
    request.progress = [&](std::size_t done, std::size_t of) { progress.show(done, of); };
    swept = sweep(request);
  }
  const double seconds = seconds_since(start);

  std::optional<SmtResults> smt;
  if (smt_request) smt = ask_z3(*smt_request, request, swept, options.quiet);

  std::vector<Verified> results;
  for (const auto& one : swept) results.push_back(verified(one));
  outputs.write(results, smt);
  Table table(options, outputs);
  for (const auto& one : results) table.tell(one);
  table.end(results, seconds);
  if (smt && !outputs.machine_only()) print_stdout(print_text(*smt, options.quiet));
  return exit_of(results, smt, options.allow_unknown);
}

}  // namespace

Command add_verify(Parser& app) {
  auto options = std::make_shared<VerifyOptions>();
  auto parser = app.command("verify", "Proves algorithms against the sequential model, for every p up to a bound");
  parser.option("ALGORITHM", options->names,
                "COLLECTIVE or COLLECTIVE/ALGORITHM, any number; all if none is named. Or files: FILE.json with one "
                "schedule of yours (spec/schedule.schema.json), FILE.jsonl with one in each line, FILE.xml of MSCCL, "
                "FILE.json of MSCCL++");
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
