#include "cli/conform/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/common/json_text.hpp"
#include "cli/common/output.hpp"
#include "cli/common/progress.hpp"
#include "cli/common/ranges.hpp"
#include "verified/baseline/bits_map.hpp"
#include "verified/baseline/record.hpp"
#include "verified/baseline/tree_changes.hpp"

namespace tutti::cli {
namespace {

using baseline::Recording, baseline::TreeChain, baseline::TreeSegment;
using conform::Case;
using Json = nlohmann::ordered_json;

constexpr std::string_view group = "Trees instead of verdicts";

/// Which of the different trees of a chain a segment has, in the order of their first sizes.
std::size_t number_of(const TreeChain& chain, const TreeSegment& segment) {
  std::vector<const TreeSegment*> different;
  for (const auto& s : chain.segments) {
    const auto is_like = [&](const TreeSegment* other) { return are_alike(other->trees, s.trees); };
    if (std::ranges::none_of(different, is_like)) different.push_back(&s);
    if (&s == &segment) break;
  }
  const auto same =
      std::ranges::find_if(different, [&](auto* other) { return are_alike(other->trees, segment.trees); });
  return static_cast<std::size_t>(same - different.begin());
}

char letter_of(std::size_t number) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return number < letters.size() ? letters[number] : '*';
}

std::string print_size(std::int64_t bytes) {
  constexpr std::int64_t kilo = 1024;
  if (bytes >= kilo * kilo && bytes % (kilo * kilo) == 0) return fmt::format("{}M", bytes / (kilo * kilo));
  return bytes >= kilo && bytes % kilo == 0 ? fmt::format("{}K", bytes / kilo) : fmt::format("{}", bytes);
}

std::string print_row(const Case& c) {
  return c.nodes == conform::Nodes{} ? fmt::format("{}", c.ranks) : fmt::format("{} on {}", c.ranks, print(c.nodes));
}

/// As wide as it is without colour.
std::string coloured(std::size_t number, bool has_colour) {
  constexpr std::size_t colours = 6, first_background = 41;
  if (!has_colour) return fmt::format(" {:>5}", letter_of(number));
  return fmt::format("     \033[30;{}m{}\033[0m", first_background + number % colours, letter_of(number));
}

std::string print_table(const Recording& r, const std::vector<std::int64_t>& sizes, bool has_colour) {
  std::size_t width = 2;
  for (const auto& chain : r.trees) width = std::max(width, print_row(chain.which).size());
  auto text = fmt::format("{:<{}}", "np", width);
  for (const auto bytes : sizes) text += fmt::format(" {:>5}", print_size(bytes));
  text += "\n";
  for (const auto& chain : r.trees) {
    text += fmt::format("{:<{}}", print_row(chain.which), width);
    for (const auto bytes : sizes) {
      const auto* segment = chain.at(baseline::with_bytes(chain.which, bytes).count);
      text += segment ? coloured(number_of(chain, *segment), has_colour) : fmt::format(" {:>5}", '-');
    }
    text += "\n";
  }
  return text;
}

std::string print_trees(const baseline::Trees& trees) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < trees.size() && i < most; ++i) {
    const auto& [tree, why, ranks] = trees[i];
    text += fmt::format("{}{} at rank{} {}", i ? "; " : "", tree.empty() ? "no tree: " + why : tree,
                        ranks.size() == 1 ? "" : "s", format_list(ranks));
  }
  return trees.size() > most ? text + fmt::format("; and {} more, by element", trees.size() - most) : text;
}

std::int64_t bytes_at(const TreeChain& chain, std::int64_t count) {
  auto c = chain.which;
  c.count = count;
  return baseline::bytes_of(c);
}

std::string print_legend(const Recording& r) {
  std::string text;
  for (const auto& chain : r.trees)
    for (const auto& s : chain.segments)
      text += fmt::format("np {}, {} to {} bytes: {}: {}\n", print_row(chain.which), bytes_at(chain, s.first),
                          bytes_at(chain, s.last), letter_of(number_of(chain, s)), print_trees(s.trees));
  return text;
}

std::string_view print(const std::optional<bool>& holds) { return !holds ? "not known" : *holds ? "yes" : "no"; }

std::string print_samenesses(const Recording& r) {
  std::string text;
  for (const auto& s : samenesses(r))
    text += s.why.empty() ? fmt::format("the same {:<19} {}\n", s.text, print(s.holds))
                          : fmt::format("the same {:<19} {:<9} {}\n", s.text, print(s.holds), s.why);
  return text;
}

std::string print_map_json(const Recording& r) {
  Json same = Json::object(), why = Json::object(), missing = Json::array();
  for (const auto& s : samenesses(r)) {
    same[s.name] = s.holds ? Json(*s.holds) : Json(nullptr);
    if (!s.why.empty()) why[s.name] = s.why;
  }
  for (const auto& m : r.missing) missing.push_back({{"case", print(m.which)}, {"why", m.why}});
  return json_text(Json{{"version", 1},
                        {"mpi", r.environment.mpi},
                        {"map", trees_as_json(r)},
                        {"same", std::move(same)},
                        {"why", std::move(why)},
                        {"missing", std::move(missing)}});
}

Exit exit_of(const Recording& r) {
  for (const auto& s : samenesses(r))
    if ((s.name == "ranks" || s.name == "runs") && s.holds == false) return Exit::refuted;
  return r.missing.empty() ? Exit::holds : Exit::undecided;
}

}  // namespace

void add_options_of_map(Parser& parser, MapOptions& options) {
  parser
      .flag("--map", options.wanted,
            "By size and number of ranks, with the exact sizes at which the tree changes, and which results are the\n"
            "same; with --nodes for ranks that lie on several, too")
      .group(group.data());
  parser
      .option("--bytes", options.bytes,
              "Of --map: sizes of the largest buffer of a rank, such as 8,32K,1M (default: 12 up to 1M)")
      .type_name("SIZES")
      .group(group.data());
}

Exit run_map(const ConformOptions& conform, const MapOptions& options, conform::Procedure procedure,
             const std::function<bool()>& stop) {
  const auto sizes = options.bytes ? parse_sizes("--bytes", *options.bytes) : baseline::usual_bytes(/*quick=*/false);
  baseline::RecordRequest request{
      .calls = baseline::calls_of(
          {.procedures = {procedure}, .ranks = ranks_of(conform), .bytes = sizes, .nodes = nodes_of(conform)})};
  request.calls.timed.clear();
  std::optional<Output> json;
  if (conform.json) json.emplace("--json", *conform.json);
  const auto scratch = scratch_folder(conform);
  auto launcher = launcher_of(conform, scratch.path());
  prepare_nodes(launcher, request.calls.digested);
  conform::Runner runner(launcher, {}, stop);
  Recording recording;
  {
    Progress progress(!conform.quiet);
    recording =
        record(request, runner, [&](const auto&, std::size_t done, std::size_t of) { progress.show(done, of); });
  }
  if (stop()) return Exit::undecided;
  if (json) json->write(print_map_json(recording));
  if (!json || !json->is_stdout())
    print_stdout(fmt::format("{}\n{} of sum/double\n\n{}", recording.environment.mpi, row(procedure).name,
                             print_map(recording, sizes, colour_on_stdout())));
  return exit_of(recording);
}

std::string print_map(const Recording& r, const std::vector<std::int64_t>& sizes, bool has_colour) {
  auto text = print_table(r, sizes, has_colour) + "\n" + print_legend(r) + "\n" + print_samenesses(r);
  for (const auto& m : r.missing) text += fmt::format("not known: {}: {}\n", print(m.which), m.why);
  return text;
}

}  // namespace tutti::cli
