#include "cli/mpi/op.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/common/json_text.hpp"
#include "cli/mpi/op_runs.hpp"
#include "cli/mpi/watch.hpp"
#include "cli/mpi/world.hpp"
#include "cli/op/usage_errors.hpp"
#include "verified/op/loadable.hpp"
#include "verified/op/shell_words.hpp"

namespace tutti::cli {
namespace {

using op::Function;
using op::Type;

struct Options {
  std::string file, function, type, flags, json;
  std::optional<std::string> precondition;
  std::vector<std::string> constants;
  int commutes = 1, count = 7, tries = 100;
  bool large_count = false;
  std::uint64_t seed = 0;
};

/// The function of the library, or of one that rank 0 makes of the source where it has one.
Function load(const std::string& library, const std::optional<op::Source>& source, const std::string& function) {
  std::optional<op::TemporaryFile> compiled;
  together([&] {
    if (source) compiled = with_usage_errors([&] { return op::compile_library(*source); });
  });
  const auto path = from_rank_0(compiled ? compiled->path() : library);
  std::optional<Function> loaded;
  together([&] { loaded = with_usage_errors([&] { return Function::load(path, function); }); });
  return *loaded;
}

Function load_operator(const Options& o, Rank rank) {
  std::optional<op::Source> source;
  together([&] {
    if (rank != 0) return;
    const auto kind = with_usage_errors([&] { return op::kind_of(o.file); });
    if (kind == op::FileKind::library) return;
    if (kind != op::FileKind::source)
      throw UsageError(o.file + " is no source or shared library; link it into one with cc -shared");
    source =
        op::Source{.file = o.file, .flags = {"-I" TUTTI_MPI_INCLUDE}, .function = o.function, .constants = o.constants};
    for (auto& flag : with_usage_errors([&] { return op::shell_words("--cflags", o.flags); }))
      source->flags.push_back(std::move(flag));
  });
  return load(o.file, source, o.function);
}

std::optional<Function> load_precondition(const Options& o, const Type& type, Rank rank) {
  if (!o.precondition) return {};
  const op::TemporaryFile text("pre.c");
  std::optional<op::Source> source;
  if (rank == 0) {
    std::ofstream(text.path()) << op::source_of_precondition(type, *o.precondition);
    source = op::Source{.file = text.path(), .flags = {}};
  }
  return load(text.path(), source, "tutti_pre");
}

struct Result {
  std::string name;
  int tries = 0;
  std::optional<Mismatch> mismatch;  ///< the first one
};

/// The tries are shared among the roots and shapes of a name.
std::vector<Result> run_all(const Options& o, const std::vector<Way>& all, Load load, Rank rank) {
  std::map<std::string, int> cases;
  for (const auto& way : all) ++cases[way.name()];
  std::vector<Result> results;
  for (const auto& way : all) {
    if (results.empty() || results.back().name != way.name()) results.push_back({.name = way.name(), .mismatch = {}});
    auto& result = results.back();
    if (result.mismatch) continue;
    load.pool.tries = std::max(1, o.tries / cases[result.name]);
    result.tries += load.pool.tries;
    now_running(fmt::format("{} by {} at rank {}; tutti op tells more", o.function, result.name, rank));
    result.mismatch = find_mismatch(way, load);
    nothing_running();
  }
  return results;
}

std::vector<std::string> literals(const Type& type, const op::Bytes& vector) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < vector.size(); at += type.size)
    all.push_back(literal(type, std::span(vector).subspan(at, type.size)));
  return all;
}

std::string print(const Mismatch& m, const Type& type) {
  const auto& group = m.way.group;
  auto text = fmt::format(
      "  {}{}rank {}, element {}\n", row(m.way.collective).rooted() ? fmt::format("root {}, ", group.root) : "",
      group.shape.empty() ? "" : fmt::format("shape {}, ", print_shape(group.shape)), m.rank, m.element);
  for (std::size_t r = 0; r < m.operands.size(); ++r) {
    const auto elements = literals(type, m.operands[r]);
    text += fmt::format("  x{} = {}\n", r,
                        elements.size() == 1 ? elements[0] : fmt::format("{{{}}}", fmt::join(elements, ", ")));
  }
  const auto how = m.expression.empty() ? "" : ", by " + m.expression;
  return text + fmt::format("  found {}{}\n  due   {}\n", describe(type, m.found), how, describe(type, m.due));
}

nlohmann::json to_json(const Mismatch& m, const Type& type) {
  nlohmann::json operands;
  for (const auto& operand : m.operands) operands.push_back(literals(type, operand));
  return {{"root", m.way.group.root},
          {"shape", m.way.group.shape},
          {"rank", m.rank},
          {"element", m.element},
          {"operands", operands},
          {"expression", m.expression},
          {"found", literal(type, m.found)},
          {"due", literal(type, m.due)}};
}

nlohmann::json to_json(const Options& o, const std::vector<Result>& results, const std::vector<LeftOut>& missing,
                       const Type& type, int size) {
  nlohmann::json json{{"version", 1},      {"mpi", mpi_version()},
                      {"np", size},        {"function", o.function},
                      {"type", type.text}, {"commute", o.commutes == 1},
                      {"count", o.count},  {"tries", o.tries},
                      {"seed", o.seed},    {"results", nlohmann::json::array()}};
  for (const auto& r : results) {
    json["results"].push_back({{"name", r.name}, {"verdict", r.mismatch ? "differs" : "equal"}, {"tries", r.tries}});
    if (r.mismatch) json["results"].back()["mismatch"] = to_json(*r.mismatch, type);
  }
  for (const auto& [algorithm, why] : missing)
    json["results"].push_back({{"name", algorithm->name}, {"verdict", "left out"}, {"why", why}});
  return json;
}

std::string print(const Options& o, const std::vector<Result>& results, const std::vector<LeftOut>& missing,
                  const Type& type, int size) {
  auto text = fmt::format("{} on {}, declared {}commutative; {} ranks, {} elements, {} tries (seed {})\n", o.function,
                          type.text, o.commutes ? "" : "not ", size, o.count, o.tries, o.seed);
  for (const auto& r : results) {
    text += fmt::format("{:40} {}\n", r.name,
                        r.mismatch ? "differs from rank order" : fmt::format("equal in {} tries", r.tries));
    if (r.mismatch) text += print(*r.mismatch, type);
  }
  for (const auto& [algorithm, why] : missing) text += fmt::format("{:40} left out: it {}\n", algorithm->name, why);
  return text;
}

Exit run(const Options& o, Rank rank, int size) {
  const auto type = with_usage_errors([&] { return op::parse_type(o.type); });
  const auto output = o.json.empty() ? std::nullopt : output_at_rank_0("--json", o.json);
  auto function = load_operator(o, rank);
  if (o.large_count) function = function.with_large_count(true);
  const auto precondition = load_precondition(o, type, rank);
  watch_for_crashes();

  const op::Trial trial{.type = type, .function = function, .pre = precondition, .seed = o.seed};
  std::optional<mpi::UserOp> op;
  together([&] { with_usage_errors([&] { op.emplace(function, type, o.commutes == 1); }); });
  // Rounding would show in every sum: floating-point operands are small and exact.
  const op::Pool pool{
      .seeds = {}, .last_tier = type.has_floating() ? op::Tier::small : op::Tier::finite, .tries = o.tries};
  const auto all = ways(size, o.commutes == 1);
  const auto missing = left_out(size, all);
  const auto results = run_all(o, all, {trial, *op, o.count, pool}, rank);

  if (output) output->write(json_text(to_json(o, results, missing, type, size)));
  if (rank == 0 && !(output && output->is_stdout())) print_stdout(print(o, results, missing, type, size));
  return std::ranges::any_of(results, [](const Result& r) { return r.mismatch.has_value(); }) ? Exit::refuted
                                                                                              : Exit::holds;
}

}  // namespace

Command add_op(Parser& app, Rank rank, int size) {
  auto o = std::make_shared<Options>();
  auto parser = app.command("op",
                            "run an MPI_User_function of yours by our schedules and by MPI's own "
                            "collectives, and show where results differ from rank order");
  parser.option("file", o->file, "C or C++ source, or a shared library (.so)").required();
  parser.option("--function", o->function, "its name").required();
  parser.option("--type", o->type, "of an element, in C, such as 'struct{double v; int i;}'").required();
  parser.option("--pre", o->precondition, "what the program guarantees of an element a, in C: 'a.n > 0'");
  parser.option("--cflags", o->flags, "for the compiler of a source file, such as '-I include -DN=4'").may_be_empty();
  parser
      .option("--constant", o->constants,
              "NAME[=VALUE]: a global variable that no call changes, and which value it has")
      .repeatable();
  parser.option("--commute", o->commutes, "as declared to MPI_Op_create: 0 or 1; 1 by default").between(0, 1);
  parser.flag("--large-count", o->large_count,
              "it is for MPI_Op_create_c, so that *len is an MPI_Count; of a source this is seen by itself");
  parser.option("--count", o->count, "elements in the vector of a rank; 7 by default").between(1, 1000000);
  parser
      .option("--tries", o->tries,
              "random operands for each algorithm, shared among its roots and shapes; 100 by default")
      .between(1, 1000000);
  parser.option("--seed", o->seed, "determines the operands; 0 by default");
  parser.option("--json", o->json, "write the results to this file, - for standard output");
  parser.footer(
      "Exit status 0: no difference, 1: some result differs, 2: bad usage.\n"
      "MPI assumes that operators are associative (MPI-4.0, 6.9.1): algorithms differ on one that is not.\n"
      "Example: mpiexec -n 4 tutti-mpi op my_op.c --function my_op --type 'struct{double v; int i;}' --commute 1");
  return {parser, [=] { return run(*o, rank, size); }};
}

}  // namespace tutti::cli
