// tutti show: one schedule, round by round, in the papers' notation.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/common/commands.hpp"
#include "cli/common/names.hpp"
#include "cli/common/output.hpp"
#include "cli/common/ranges.hpp"
#include "cli/memory.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/trace/trace.hpp"

namespace tutti::cli {
namespace {

struct Options {
  std::string algorithm, p, root = "0", format = "text", output = "-";
  std::optional<std::string> shape;
};

/// The shape asked for, or the first, where the algorithm is a family; else the empty one.
Shape shape_of(const Options& options, const Algorithm& algorithm, int p) {
  if (options.shape && !algorithm.shapes)
    throw UsageError(fmt::format("--shape {}: {} is a single schedule for each p, no family; leave the option out",
                                 *options.shape, algorithm.name));
  const auto shapes = algorithm.shapes_for(p);
  if (shapes.empty()) throw UsageError(fmt::format("--p {}: {} lists no shape for that p", p, algorithm.name));
  if (!options.shape) return shapes.front();
  const auto at = std::ranges::find(shapes, *options.shape, print_shape);
  if (at == shapes.end())
    throw UsageError(fmt::format("--shape {}: {} has no such schedule for p = {}; its shapes are: {}", *options.shape,
                                 algorithm.name, p, print_shapes(shapes)));
  return *at;
}

Group group_of(const Options& options, const Algorithm& algorithm) {
  const int p = parse_number("--p", options.p, 1, largest_p);
  if (!holds(algorithm.supports, p))
    throw UsageError(
        fmt::format("--p {}: {} has schedules only for {}", p, algorithm.name, name_of(algorithm.supports)));
  const int root = parse_number("--root", options.root, 0, p - 1);
  if (root > 0 && !row(algorithm.collective).rooted())
    throw UsageError(
        fmt::format("--root {}: {} has no root; leave the option out", root, row(algorithm.collective).name));
  return {.ranks = p, .root = root, .shape = shape_of(options, algorithm, p)};
}

std::string caption_of(const Algorithm& algorithm, const Group& group, const Verdict& verdict) {
  auto caption = fmt::format("{}, p = {}", algorithm.name, group.ranks);
  if (row(algorithm.collective).rooted()) caption += fmt::format(", root {}", group.root);
  if (!group.shape.empty()) caption += fmt::format(", shape {}", print_shape(group.shape));
  if (const auto* refuted = std::get_if<Refuted>(&verdict))
    caption += "; refuted: " + describe(refuted->counterexample);
  return caption;
}

std::string print(const Options& options, const Algorithm& algorithm, const Group& group, const Trace& trace,
                  const std::string& caption) {
  if (options.format == "text") return print_text(trace, caption);
  if (options.format == "svg") return print_svg(trace, caption);
  auto json = print_json(trace);
  json["name"] = algorithm.name;
  json["root"] = group.root;
  if (!group.shape.empty()) json["shape"] = print_shape(group.shape);
  return json.dump(2) + "\n";
}

Exit run(const Options& options) {
  const auto& algorithm = algorithm_called(options.algorithm);
  const auto group = group_of(options, algorithm);
  proofs_that_fit(algorithm, group);
  const Output output("--output", options.output);

  const auto verdict = Prover::prove(algorithm, group);
  if (const auto* refuted = std::get_if<Refuted>(&verdict))
    if (refuted->counterexample.fault == Fault::malformed) {
      fmt::print(stderr, "tutti show: {} cannot be drawn: {}\n", algorithm.name, describe(refuted->counterexample));
      return Exit::refuted;
    }
  const auto schedule = algorithm.schedule(group);
  output.write(print(options, algorithm, group, trace(schedule, algorithm.collective, group.root),
                     caption_of(algorithm, group, verdict)));
  return Exit::holds;
}

}  // namespace

Command add_show(Parser& app) {
  auto options = std::make_shared<Options>();
  auto parser = app.command("show", "Draws a schedule: who sends what to whom, and what each rank holds then");
  parser.option("ALGORITHM", options->algorithm, "COLLECTIVE/ALGORITHM").required();
  parser.option("--p", options->p, "The number of ranks").type_name("N").required();
  parser.option("--root", options->root, "The root, where the collective has one").type_name("R").show_default();
  parser
      .option("--shape", options->shape,
              "Which schedule of a family, such as 3x2x2 (default: the first that `tutti list` names)")
      .type_name("SHAPE");
  parser.option("--format", options->format, "text, svg or json")
      .one_of({"text", "svg", "json"})
      .type_name("FORMAT")
      .show_default();
  parser.option("--output", options->output, "Where to write; - is standard output").type_name("FILE").show_default();
  parser.footer("Example: tutti show reduce/halving_doubling --p 13 --root 1 --format svg --output fig2.svg");
  return {parser, [options] { return run(*options); }};
}

}  // namespace tutti::cli
