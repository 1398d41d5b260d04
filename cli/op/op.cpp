// tutti op: may MPI use this operator as it is declared? A proof, or a smallest counterexample.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "cli/common/commands.hpp"
#include "cli/common/json_text.hpp"
#include "cli/common/output.hpp"
#include "cli/common/ranges.hpp"
#include "cli/common/stop.hpp"
#include "cli/op/law_reports.hpp"
#include "cli/op/op_report.hpp"
#include "cli/op/recorded.hpp"
#include "cli/op/usage_errors.hpp"
#include "verified/op/judge/accepted.hpp"
#include "verified/op/judge/subject.hpp"

namespace tutti::cli {
namespace {

struct Options {
  op::Request request;
  std::string lengths = "1-3";
  std::optional<int> commute;
  std::string equal = "bits", values = "all";
  double time_limit = 10;
  std::optional<std::string> recorded, jobs, json, junit, sarif;
  bool large_count = false, allow_unknown = false, quiet = false;
};

/// What does not depend on which operator it is.
op::Request common_request(const Options& options) {
  auto request = options.request;
  request.lengths = parse_list("--len", options.lengths, 1, 64);
  request.equal_by_value = options.equal == "value";
  request.ordinary = options.values == "ordinary";
  if (options.large_count) request.large_count = true;
  return request;
}

op::Request request_of(const Options& options) {
  auto request = common_request(options);
  const int given = (request.file ? 1 : 0) + (request.expression ? 1 : 0);
  if (given != 1)
    throw UsageError(
        "name one operator: a source FILE.c or FILE.cpp or what was compiled of one, MPI_SUM or its like, or --expr "
        "EXPRESSION");
  if (options.commute) request.commute = *options.commute == 1;
  const bool is_source = request.file && !op::is_predefined(*request.file);
  const auto* of_a_file = request.function             ? "--function names a function of a file"
                          : request.datatype           ? "--datatype is what a function of a file is called with"
                          : request.large_count        ? "--large-count tells of a function of a file"
                          : !request.constants.empty() ? "--constant names a variable of a file"
                                                       : nullptr;
  if (of_a_file && !is_source)
    throw UsageError(fmt::format("{}, and the operator is {}; leave it out", of_a_file,
                                 request.file ? *request.file : "an expression"));
  if (is_source && request.file->starts_with("MPI_") && !std::filesystem::exists(*request.file))
    throw UsageError("there is no predefined operation " + *request.file + ", and no file of that name");
  if (is_source && !request.function)
    throw UsageError("which function of " + *request.file + "? name it with --function");
  return request;
}

op::Limits limits_of(const Options& options) {
  if (options.time_limit <= 0)
    throw UsageError(fmt::format("--time-limit: {} is no number of seconds above 0", options.time_limit));
  constexpr double share_of_a_query = 0.125;
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return {.effort = share_of_a_query * options.time_limit,
          .jobs = options.jobs ? parse_number("--jobs", *options.jobs, 1, 4096) : cores};
}

struct Judged {
  op::Judgement judgement;
  std::vector<op::Consequence> follows;
};

/// For one operator, from its compilation on.
op::Deadline deadline_of(const Options& options) {
  constexpr double share_of_answers = 0.9;  // the rest is for what follows from them, and for a late end
  return op::Deadline(share_of_answers * options.time_limit);
}

Judged judged_within(const op::Deadline& deadline, const op::Limits& limits, const op::Subject& subject) {
  auto judgement = op::judge(subject, limits, deadline);
  auto follows = op::consequences(subject.trial, judgement.findings, deadline.left());
  return {std::move(judgement), std::move(follows)};
}

Exit exit_of(op::Answer answer, bool allow_unknown) {
  switch (answer) {
    case op::Answer::proved: return Exit::holds;
    case op::Answer::refuted: return Exit::refuted;
    case op::Answer::unknown: break;
  }
  return allow_unknown ? Exit::holds : Exit::undecided;
}

/// The worse of two.
op::Answer both(op::Answer a, op::Answer b) {
  const auto either = [&](op::Answer answer) { return a == answer || b == answer; };
  if (either(op::Answer::refuted)) return op::Answer::refuted;
  return either(op::Answer::unknown) ? op::Answer::unknown : op::Answer::proved;
}

/// Each of several cases, as soon as it is judged; what follows for the algorithms is left out. The worst verdict
/// counts.
Exit judge_each(const Options& options, const std::vector<std::function<OpCase(const op::Deadline&)>>& cases) {
  const auto limits = limits_of(options);
  std::optional<Output> json;
  if (options.json) json.emplace("--json", *options.json);
  auto all = nlohmann::ordered_json::array();
  auto answer = op::Answer::proved;
  for (const auto& make : cases) {
    const auto deadline = deadline_of(options);
    const auto known = make(deadline);
    std::string text = fmt::format("{}== {}\n", all.empty() ? "" : "\n", known.title);
    nlohmann::ordered_json entry{{"case", known.title}};
    if (const auto* why = std::get_if<std::string>(&known.subject)) {
      text += fmt::format("Unknown: {}\n", *why);
      entry["unknown"] = *why;
      answer = both(answer, op::Answer::unknown);
    } else {
      const auto& subject = std::get<op::Subject>(known.subject);
      const auto judgement = op::judge(subject, limits, deadline);
      text += op_text(subject, judgement, {}, options.quiet);
      entry.update(op_json(subject, judgement, {}));
      answer = both(answer, op::fit_for_mpi(judgement));
    }
    all.push_back(std::move(entry));
    if (!json || !json->is_stdout()) print_stdout(text);
  }
  if (json) json->write(json_text(nlohmann::ordered_json{{"version", 1}, {"cases", all}}));
  return exit_of(answer, options.allow_unknown);
}

/// The operators of a recording, each on each of its datatypes.
Exit run_recorded(const Options& options) {
  const auto& given = options.request;
  if (given.file || given.expression || given.function || !given.type.empty() || given.datatype || options.commute ||
      options.large_count || options.junit || options.sarif)
    throw UsageError(
        "--recorded says which operators, of which types and how declared; leave out what names one, and --junit and "
        "--sarif");
  const auto common = common_request(options);
  const auto operators = read_recorded_application("--recorded", *options.recorded).operators;
  std::vector<std::function<OpCase(const op::Deadline&)>> cases;
  for (const auto& op : operators)
    for (const auto& operands : op.operands)
      cases.emplace_back([&](const op::Deadline& deadline) {
        auto request = common;
        request.deadline = deadline;
        return recorded_case(op, operands, request);
      });
  if (cases.empty()) throw UsageError("--recorded " + *options.recorded + ": no operator of the application is in it");
  return judge_each(options, cases);
}

/// --type auto: the operator on each predefined datatype that it knows.
Exit run_on_each_datatype(const Options& options) {
  auto request = request_of(options);
  if (!request.function) throw UsageError("--type auto: is for functions in files; name a type in C");
  if (request.datatype || options.junit || options.sarif)
    throw UsageError("--type auto: judges on several datatypes; leave out --datatype, --junit and --sarif");
  request.type.clear();
  request.deadline = deadline_of(options);
  std::vector<std::function<OpCase(const op::Deadline&)>> cases;
  for (const auto& name : with_usage_errors([&] { return op::accepted_datatypes(request); }))
    cases.emplace_back([&, name](const op::Deadline& deadline) {
      auto on_one = request;
      on_one.deadline = deadline;
      on_one.datatype = name;
      return op_case(fmt::format("{} on {}", *request.function, name), [&] { return op::subject_of(on_one); });
    });
  return judge_each(options, cases);
}

Exit run(const Options& options) {
  leave_no_folders();
  if (options.recorded) return run_recorded(options);
  if (options.request.type == "auto") return run_on_each_datatype(options);
  auto request = request_of(options);
  const auto limits = limits_of(options);
  const auto deadline = deadline_of(options);
  request.deadline = deadline;
  if (request.file) check_only_read("OPERATOR", *request.file);
  std::optional<Output> json, junit, sarif;
  if (options.json) json.emplace("--json", *options.json);
  if (options.junit) junit.emplace("--junit", *options.junit);
  if (options.sarif) sarif.emplace("--sarif", *options.sarif);
  const auto subject = with_usage_errors([&] { return op::subject_of(request); });
  const auto [judgement, follows] = judged_within(deadline, limits, subject);
  if (json) json->write(json_text(op_json(subject, judgement, follows)));
  if (junit) junit->write(op_junit(subject, judgement));
  if (sarif) sarif->write(json_text(op_sarif(subject, judgement)));
  const bool machine_only = std::ranges::any_of(std::array{&json, &junit, &sarif},
                                                [](const auto* output) { return *output && (*output)->is_stdout(); });
  if (!machine_only) print_stdout(op_text(subject, judgement, follows, options.quiet));
  return exit_of(op::fit_for_mpi(judgement), options.allow_unknown);
}

}  // namespace

Command add_op(Parser& app) {
  auto options = std::make_shared<Options>();
  auto& request = options->request;
  auto parser = app.command("op", "Judges a reduction operator: may MPI use it as it is declared?");
  parser.option(
      "OPERATOR", request.file,
      "FILE.c or FILE.cpp, or FILE.o, FILE.so, FILE.a or a program, compiled with -g; or a predefined operation such "
      "as MPI_SUM");
  parser.option("--expr", request.expression, "x ∘ y as a C expression of a (= x) and b (= y)").type_name("E");
  parser
      .option("--function", request.function,
              "The MPI_User_function in the file; of a lambda its place, such as main.cpp:42")
      .type_name("NAME");
  parser
      .option("--type", request.type,
              "The elements' type in C, such as 'struct{double v; int i;}'; auto: each predefined datatype that the "
              "function tells from others (default: as the code takes them)")
      .type_name("T");
  parser.option("--datatype", request.datatype, "What *datatype is, such as MPI_DOUBLE_INT (default: by --type)")
      .type_name("MPI_T");
  parser
      .option("--constant", request.constants,
              "A global variable that no call changes, and which value it has (default: any)")
      .type_name("NAME[=VALUE]")
      .repeatable();
  parser.option("--commute", options->commute, "How it is declared to MPI_Op_create").one_of({0, 1});
  parser.flag("--large-count", options->large_count,
              "It is made by MPI_Op_create_c, so that *len is an MPI_Count (default: as its parameter's type says)");
  parser.option("--len", options->lengths, "Lengths of the vectors to check; 1: there are no others")
      .type_name("LIST")
      .show_default();
  parser.option("--pre", request.precondition, "What the program guarantees of an element a, in C: 'a.n > 0'")
      .type_name("E");
  parser.option("--meant", request.meant, "What x ∘ y shall be, in C of a (= x) and b (= y): 'a - b'").type_name("E");
  parser.option("--equal", options->equal, "Are +0 and -0 equal (value) or not (bits)?")
      .one_of({"bits", "value"})
      .show_default();
  parser
      .option("--values", options->values,
              "Floating-point values that occur: all, or ordinary ones, which are neither NaN nor -0")
      .one_of({"all", "ordinary"})
      .show_default();
  parser
      .option("--recorded", options->recorded,
              "The operators of an application, which ran with TUTTI=record=FILE: each is judged on the datatypes that "
              "it was called with, as it was declared, from the source that it was compiled from with -g")
      .type_name("FILE");
  parser.option("--cflags", request.flags, "For the compiler of a source file, such as '-I include -DN=4'")
      .may_be_empty();
  parser
      .option("--time-limit", options->time_limit, "For the operator in all, in seconds; what is open then is unknown")
      .type_name("S")
      .show_default();
  parser.option("--tries", request.tries, "Random tries for each law").show_default();
  parser.option("--seed", request.seed, "Of these tries").show_default();
  parser.option("--jobs", options->jobs, "Threads (default: the cores)").type_name("J");
  parser.flag("--allow-unknown", options->allow_unknown, "What is undecided is no failure");
  parser.option("--json", options->json, "Write the results to FILE as JSON; - is standard output").type_name("FILE");
  parser.option("--junit", options->junit, "Write a test for each law to FILE as JUnit XML; - is standard output")
      .type_name("FILE");
  parser
      .option("--sarif", options->sarif,
              "Write what is not proved to FILE as SARIF 2.1.0, for code scanning; - is standard output")
      .type_name("FILE");
  parser.flag("--quiet", options->quiet, "Print only what is refuted or unknown");
  parser.footer(
      "x ∘ y is what the function leaves in inoutvec when invec holds x and inoutvec holds y (MPI-4.0, 6.9.5).\n"
      "Exit status: 0 MPI may use it as declared; 1 it may not; 3 something that MPI requires is unknown.\n"
      "Example: tutti op my_op.c --function my_op --type 'struct{double v; int i;}' --commute 1");
  return {parser, [options] { return run(*options); }};
}

}  // namespace tutti::cli
