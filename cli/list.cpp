// tutti list: what the prover derives of every algorithm, for p = 1 to 16 and all roots.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <thread>

#include "cli/common/commands.hpp"
#include "cli/common/json_text.hpp"
#include "cli/common/names.hpp"
#include "cli/common/output.hpp"
#include "verified/check/cost.hpp"
#include "verified/check/sweep/sweep.hpp"
#include "verified/choose/bits.hpp"

namespace tutti::cli {
namespace {

constexpr int proved_up_to = 16;
constexpr std::size_t line_width = 120;

struct ListOptions {
  std::optional<std::string> collective, json;
};

/// Every blank or line break becomes one space.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text)
    if (c != ' ' || (!line.empty() && line.back() != ' ')) line += c;
  return line;
}

/// "    label   text", wrapped between words, the further lines under the text.
std::string paragraph(std::string_view label, std::string_view text) {
  std::string all, line = fmt::format("    {:8}", label);
  const std::string blank(line.size(), ' ');
  bool empty = true;
  for (std::size_t at = 0; at < text.size();) {
    const auto word = text.substr(at, text.find(' ', at) - at);
    if (!empty && line.size() + 1 + word.size() > line_width) {
      all += line + "\n";
      line = blank;
      empty = true;
    }
    line += (empty ? "" : " ") + std::string(word);
    empty = false;
    at += word.size() + 1;
  }
  return all + line + "\n";
}

/// The volume of what is proved; a wrong schedule may not even have one. A barrier's messages are empty.
std::optional<Volume> volume_of(const Algorithm& algorithm) {
  const auto verdict = Prover::prove(algorithm, {.ranks = proved_up_to});
  const auto* proved = std::get_if<Proved>(&verdict);
  if (!proved) return std::nullopt;
  auto v = volume(proved->schedule());
  if (algorithm.collective == Collective::barrier) v.sent = v.received = v.folded = 0;
  return v;
}

/// The shapes of a family at p = 16; none of a single schedule, where p = 16 is not supported, and where its record
/// fails to list them.
std::vector<Shape> shapes_of(const Algorithm& a) try {
  return a.shapes && a.supports.holds(proved_up_to) ? a.shapes_for(proved_up_to) : std::vector<Shape>();
} catch (const NoSchedule&) {
  return {};
}

/// The time in the papers' model: the paper's formula, or ours where it has none.
std::string_view cost_of(const Algorithm& a) {
  if (!a.cost.claims()) return "unclaimed";
  return a.cost.paper.empty() ? a.cost.differs : a.cost.paper;
}

/// What the replay of the schedule takes more than the paper says.
std::string_view difference_of(const Algorithm& a) { return a.cost.paper.empty() ? "" : a.cost.differs; }

/// What the tree of a reduction depends on: "p", "p, root", "p, shape" or "p, block"; "-" of what has none, or no
/// schedule.
std::string tree_of(const SweepResult& result) {
  if (!row(result.algorithm->collective).combines() || result.verdict() != "proved") return "-";
  const auto depend = trees_depend_on(*result.algorithm, proved_up_to);
  return depend.block ? "p, block" : depend.root ? "p, root" : depend.shape ? "p, shape" : "p";
}

std::string print_text(const SweepResult& result) {
  const auto& a = *result.algorithm;
  const auto v = volume_of(a);
  const bool unknown = result.verdict() == "unknown";
  std::string text = fmt::format("{:39}  {:25}  {:9}  {:8}  {:13}  {:>6}  {:>8}\n", a.name,
                                 result.counterexample ? "REFUTED"
                                 : unknown             ? "UNKNOWN"
                                                       : print(result.needs),
                                 unknown ? "-" : print_agreement(a, result.agreement), tree_of(result),
                                 a.supports.name(), v ? std::to_string(v->rounds) : "-",
                                 v ? fmt::format("{:.4g} n", std::max(v->sent, v->received)) : "-");
  if (result.counterexample) text += paragraph("refuted", describe(*result.counterexample));
  if (unknown) text += paragraph("unknown", result.gap);
  if (a.shapes) text += paragraph("shapes", print_shapes(shapes_of(a)));
  text += paragraph("time", on_one_line(cost_of(a)));
  if (!difference_of(a).empty()) text += paragraph("+", on_one_line(difference_of(a)));
  if (!a.cost.why.empty()) text += paragraph("", fmt::format("({})", on_one_line(a.cost.why)));
  if (!a.cites.empty()) text += paragraph("source", on_one_line(a.cites));
  return text;
}

std::string print_text(const std::vector<SweepResult>& results) {
  std::string text = fmt::format("{:39}  {:25}  {:9}  {:8}  {:13}  {:>6}  {:>8}\n", "ALGORITHM",
                                 "NEEDS OF THE OPERATOR", "SAME BITS", "TREE OF", "RANKS", "ROUNDS", "VOLUME");
  for (const auto& r : results) text += print_text(r);
  return text +
         fmt::format(
             "\n{0} algorithms; needs, agreement and what the tree of a result depends on derived from p = 1-{1}, all "
             "roots and shapes.\nShapes, rounds and volume are those of p = {1}, with root 0 and the first shape; "
             "volume "
             "is the most that any rank sends\nor receives, n the bytes of the largest buffer of a rank.\n",
             results.size(), proved_up_to);
}

nlohmann::ordered_json algorithm_json(const SweepResult& result) {
  const auto& a = *result.algorithm;
  const auto v = volume_of(a);
  auto shapes = nlohmann::ordered_json::array();
  for (const auto& shape : shapes_of(a)) shapes.push_back(print_shape(shape));
  nlohmann::ordered_json volume;
  if (v)
    volume = {{"p", proved_up_to},
              {"rounds", v->rounds},
              {"messages", v->messages},
              {"busiest_rank_sends", v->sent},
              {"busiest_rank_receives", v->received},
              {"busiest_rank_folds", v->folded}};
  return {{"name", a.name},
          {"collective", row(a.collective).name},
          {"needs", laws(result.needs)},
          {"agreement", result.agreement},
          {"tree_of", tree_of(result)},
          {"supports", a.supports.name()},
          {"cost", on_one_line(cost_of(a))},
          {"cost_difference", on_one_line(difference_of(a))},
          {"cost_difference_why", on_one_line(a.cost.why)},
          {"cites", on_one_line(a.cites)},
          {"verdict", result.verdict()},
          {"family", a.shapes != nullptr},
          {"shapes", {{"p", proved_up_to}, {"proved", shapes}}},
          {"volume", volume}};
}

std::string list_json(const std::vector<SweepResult>& results) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& r : results) all.push_back(algorithm_json(r));
  return json_text(nlohmann::ordered_json{{"version", 1}, {"algorithms", all}});
}

Exit run(const ListOptions& options) {
  SweepRequest request;
  std::vector<std::string> names;
  if (options.collective) names.push_back(*options.collective);
  request.algorithms = algorithms_called(names);
  request.ranks.resize(proved_up_to);
  std::iota(request.ranks.begin(), request.ranks.end(), 1);
  request.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::optional<Output> json;
  if (options.json) json.emplace("--json", *options.json);

  const auto results = sweep(request);
  if (json) json->write(list_json(results));
  if (!json || !json->is_stdout()) print_stdout(print_text(results));
  const auto any = [&](std::string_view verdict) {
    return std::ranges::any_of(results, [&](const auto& r) { return r.verdict() == verdict; });
  };
  return any("refuted") ? Exit::refuted : any("unknown") ? Exit::undecided : Exit::holds;
}

}  // namespace

Command add_list(Parser& app) {
  auto options = std::make_shared<ListOptions>();
  auto parser = app.command("list", "The algorithms: what each needs of the operator, its cost and its source");
  parser.option("COLLECTIVE", options->collective, "Only the algorithms of this collective");
  parser.option("--json", options->json, "Write the list to FILE as JSON; - is standard output").type_name("FILE");
  parser.footer("Example: tutti list allreduce");
  return {parser, [options] { return run(*options); }};
}

}  // namespace tutti::cli
