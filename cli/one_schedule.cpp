#include "cli/one_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/common/names.hpp"
#include "cli/common/ranges.hpp"
#include "cli/memory.hpp"

namespace tutti::cli {
namespace {

/// The shape asked for, or the first, where the algorithm is a family; else the empty one.
Shape shape_of(const OneScheduleOptions& options, const Algorithm& algorithm, int p) {
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

/// A file's schedule is for one p and root.
Group group_of_given(const OneScheduleOptions& options, const Algorithm& given) {
  if (options.p || options.root || options.shape)
    throw UsageError(fmt::format("{} is one schedule, of {}; leave --p, --root and --shape out", given.name,
                                 print_case(given.collective, given.given->ranks, given.given_root)));
  return {.ranks = given.given->ranks, .root = given.given_root};
}

Group group_of(const OneScheduleOptions& options, const Algorithm& algorithm) {
  if (algorithm.given) return group_of_given(options, algorithm);
  if (!options.p) throw UsageError("--p is required: the number of ranks");
  const int p = parse_number("--p", *options.p, 1, largest_p);
  if (!algorithm.supports.holds(p)) throw UsageError(fmt::format("--p {}: {}", p, algorithm.refusal(p)));
  const int root = parse_number("--root", options.root.value_or("0"), 0, p - 1);
  if (root > 0 && !row(algorithm.collective).rooted())
    throw UsageError(
        fmt::format("--root {}: {} has no root; leave the option out", root, row(algorithm.collective).name));
  return {.ranks = p, .root = root, .shape = shape_of(options, algorithm, p)};
}

}  // namespace

std::vector<Option> add_one_schedule(Parser& parser, OneScheduleOptions& options) {
  return {parser.option("ALGORITHM", options.algorithm,
                        "COLLECTIVE/ALGORITHM; or a file with one schedule, which has its p and root: FILE.json, a "
                        "line of it as FILE.jsonl:3, FILE.xml of MSCCL, or FILE.json of MSCCL++"),
          parser.option("--p", options.p, "The number of ranks").type_name("N"),
          parser.option("--root", options.root, "The root, where the collective has one (default: 0)").type_name("R"),
          parser
              .option("--shape", options.shape,
                      "Which schedule of a family, such as 3x2x2 (default: the first that `tutti list` names)")
              .type_name("SHAPE")};
}

OneSchedule one_schedule(const OneScheduleOptions& options) {
  if (!options.algorithm) throw UsageError("ALGORITHM is required; see tutti list");
  const auto& algorithm = algorithm_called(*options.algorithm);
  const auto group = group_of(options, algorithm);
  proofs_that_fit(algorithm, group);
  return {&algorithm, group};
}

}  // namespace tutti::cli
