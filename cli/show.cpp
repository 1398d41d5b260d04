// tutti show: one schedule, round by round, in the papers' notation; or schedules as lines for a checker.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/common/commands.hpp"
#include "cli/common/json_text.hpp"
#include "cli/common/names.hpp"
#include "cli/common/output.hpp"
#include "cli/common/progress.hpp"
#include "cli/common/ranges.hpp"
#include "cli/memory.hpp"
#include "cli/one_schedule.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/trace/trace.hpp"
#include "verified/choose/price.hpp"
#include "verified/others/schedule_file.hpp"

namespace tutti::cli {
namespace {

struct ShowOptions : OneScheduleOptions {
  std::string format = "text", output = "-";
  std::optional<std::string> max_p;
  bool all = false;
};

std::string caption_of(const Algorithm& algorithm, const Group& group, const Verdict& verdict) {
  auto caption = fmt::format("{}, p = {}", algorithm.name, group.ranks);
  if (row(algorithm.collective).rooted()) caption += fmt::format(", root {}", group.root);
  if (!group.shape.empty()) caption += fmt::format(", shape {}", print_shape(group.shape));
  if (const auto* refuted = std::get_if<Refuted>(&verdict))
    caption += "; refuted: " + describe(refuted->counterexample);
  return caption;
}

std::string print_as_asked(const ShowOptions& options, const Algorithm& algorithm, const Group& group,
                           const Trace& trace, const std::string& caption) {
  if (options.format == "text") return print_text(trace, caption);
  if (options.format == "svg") return print_svg(trace, caption);
  auto json = print_json(trace);
  json["name"] = algorithm.name;
  json["root"] = group.root;
  if (!group.shape.empty()) json["shape"] = print_shape(group.shape);
  return json_text(json);
}

/// Every supported p up to the bound, every root that the collective has, every shape.
void show_all_of(const Algorithm& algorithm, int max_p) {
  for (int p = 1; p <= max_p; ++p) {
    if (!algorithm.supports.holds(p)) continue;
    proofs_that_fit(algorithm, {.ranks = p});
    const int roots = row(algorithm.collective).rooted() ? p : 1;
    for (Rank root = 0; root < roots; ++root)
      for (const auto& shape : algorithm.shapes_for(p))
        print_stdout(others::print_schedule(algorithm, {.ranks = p, .root = root, .shape = shape}));
  }
}

/// Where an algorithm makes no schedule there is no line to write: its rest is left out, and refuted.
Exit show_all(const ShowOptions& options) {
  if (options.format != "jsonl") throw UsageError("--all: write lines of JSON, with --format jsonl");
  const int max_p = parse_number("--max-p", options.max_p.value_or("64"), 1, largest_p);
  auto exit = Exit::holds;
  for (const auto& algorithm : algorithms()) try {
      show_all_of(algorithm, max_p);
    } catch (const NoSchedule& none) {
      fmt::print(stderr, "tutti show: {}\n", none.what());
      exit = Exit::refuted;
    }
  return exit;
}

Exit run(const ShowOptions& options) try {
  if (options.all) return show_all(options);
  if (options.max_p) throw UsageError("--max-p goes with --all; leave it out, or name no ALGORITHM");
  if (!options.algorithm) throw UsageError("ALGORITHM is required, or --all; see tutti list");
  const auto [algorithm_, group] = one_schedule(options);
  const auto& algorithm = *algorithm_;
  const Output output("--output", options.output);
  if (options.format == "jsonl") {
    output.write(others::print_schedule(algorithm, group));
    return Exit::holds;
  }

  const LongWork work(fmt::format("proving and drawing {} for p = {}", algorithm.name, group.ranks));
  const auto verdict = Prover::prove(algorithm, group);
  if (const auto* refuted = std::get_if<Refuted>(&verdict))
    if (refuted->counterexample.fault == Fault::malformed) {
      fmt::print(stderr, "tutti show: {} cannot be drawn: {}\n", algorithm.name, describe(refuted->counterexample));
      return Exit::refuted;
    }
  const auto schedule = algorithm.schedule(group);
  auto drawn = trace(schedule, algorithm.collective, group.root);
  if (algorithm.given)  // why its author has a round, nobody knows
    for (auto& round : drawn.rounds) round.surplus = false;
  output.write(print_as_asked(options, algorithm, group, drawn, caption_of(algorithm, group, verdict)));
  return Exit::holds;
} catch (const NotProved& e) {
  fmt::print(stderr, "tutti show: {}; it is not drawn\n", e.what());
  return Exit::refuted;
}

}  // namespace

Command add_show(Parser& app) {
  auto options = std::make_shared<ShowOptions>();
  auto parser = app.command("show", "Draws a schedule: who sends what to whom, and what each rank holds then");
  const auto chosen = add_one_schedule(parser, *options);
  parser.option("--format", options->format, "text, svg, json, or jsonl: the schedule in one line, with the verdict")
      .one_of({"text", "svg", "json", "jsonl"})
      .type_name("FORMAT")
      .show_default();
  const auto output = parser.option("--output", options->output, "Where to write; - is standard output")
                          .type_name("FILE")
                          .show_default();
  const auto all = parser.flag("--all", options->all, "Every algorithm, p, root and shape, to standard output");
  for (const auto& one : chosen) all.excludes(one);
  all.excludes(output);
  parser.option("--max-p", options->max_p, "With --all: every p from 1 to N (default: 64)").type_name("N");
  parser.footer("Example: tutti show reduce/halving_doubling --p 13 --root 1 --format svg --output fig2.svg");
  return {parser, [options] { return run(*options); }};
}

}  // namespace tutti::cli
