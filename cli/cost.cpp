// tutti cost: what the algorithms of a collective cost, and the map of the fastest one.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <thread>

#include "cli/common/commands.hpp"
#include "cli/common/json_text.hpp"
#include "cli/common/names.hpp"
#include "cli/common/output.hpp"
#include "cli/common/progress.hpp"
#include "cli/common/ranges.hpp"
#include "cli/memory.hpp"
#include "cli/prices.hpp"
#include "verified/choose/map/map.hpp"
#include "verified/choose/select.hpp"

namespace tutti::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CostOptions {
  std::vector<std::string> names;
  PriceOptions prices;
  std::string commute = "1";
  std::optional<std::string> p, root, bytes, json, map, versus;
  bool quiet = false;
};

// ---- what to price

std::vector<double> sizes_of(const CostOptions& options, Collective collective) {
  if (options.bytes) {
    const auto sizes = parse_sizes("--bytes", *options.bytes);
    return {sizes.begin(), sizes.end()};
  }
  if (collective == Collective::barrier) return {0};
  throw UsageError("--bytes is required: the sizes of the largest buffer of a rank, such as 8,32K,1M");
}

/// All are of one collective, or their times cannot be compared. For an operator that does not commute, those that keep
/// the order.
std::vector<const Algorithm*> compared(const CostOptions& options) {
  auto chosen = algorithms_called(options.names);
  const auto collective = chosen.front()->collective;
  for (const auto* a : chosen)
    if (a->collective != collective)
      throw UsageError(fmt::format("{} and {} do different things; name algorithms of one collective at a time",
                                   chosen.front()->name, a->name));
  if (options.commute == "0") std::erase_if(chosen, [](const Algorithm* a) { return a->needs.commutative; });
  if (chosen.empty()) throw UsageError("--commute 0: all algorithms named need an operator that commutes");
  return chosen;
}

MapRequest request_of(const CostOptions& options) {
  MapRequest request;
  request.algorithms = compared(options);
  const auto& collective = row(request.algorithms.front()->collective);
  request.profile = profile_of(options.prices);
  request.model = model_of(options.prices);
  const auto given = std::ranges::find_if(request.algorithms, [](const Algorithm* a) { return a->given != nullptr; });
  const auto* file = given == request.algorithms.end() ? nullptr : *given;
  if (!options.map && !options.p && !file) throw UsageError("--p is required, such as 2-9,13,16; or --map FILE.svg");
  if (options.map && file) throw UsageError(fmt::format("--map: {} is for one p; leave it out", file->name));
  request.ranks = options.map ? map_ranks()
                  : options.p ? parse_list("--p", *options.p, 1, largest_p)
                              : std::vector<int>{file->given->ranks};
  request.bytes = options.map ? map_bytes() : sizes_of(options, collective.id);
  request.root = options.root ? parse_number("--root", *options.root, 0, request.ranks.front() - 1)
                 : file       ? file->given_root
                              : 0;
  for (const auto* a : request.algorithms)
    for (const int p : request.ranks)
      if (a->given && !a->supports.holds(p)) throw UsageError(fmt::format("--p {}: {}", p, a->refusal(p)));
  for (const auto* a : request.algorithms)
    if (a->given && collective.rooted() && a->given_root != request.root)
      throw UsageError(fmt::format("{} is for root {}, and root {} is priced; name what has one root", a->name,
                                   a->given_root, request.root));
  if (request.root > 0 && !collective.rooted())
    throw UsageError(fmt::format("--root {}: {} has no root; leave the option out", request.root, collective.name));
  request.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  for (const auto* a : request.algorithms) {
    const auto largest =
        std::ranges::find_if(request.ranks.rbegin(), request.ranks.rend(), [&](int p) { return a->supports.holds(p); });
    if (largest != request.ranks.rend())
      request.jobs = std::min(request.jobs, proofs_that_fit(*a, {.ranks = *largest, .root = request.root}));
  }
  return request;
}

// ---- the table

struct PricedLine {
  Candidate candidate;
  double seconds, ratio;
};

/// The lines of one p and size, the fastest first.
struct Table {
  int p;
  double bytes;
  std::vector<PricedLine> lines;
};

/// By their times; those that are equal but for rounding as they are preferred.
void sort_by_time(std::vector<PricedLine>& lines) {
  std::vector<double> seconds;
  for (const auto& line : lines) seconds.push_back(line.seconds);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto next = static_cast<std::ptrdiff_t>(fastest_of(std::span(seconds).subspan(i)));
    const auto to_front = [&](auto at) { std::rotate(at, at + next, at + next + 1); };
    to_front(lines.begin() + static_cast<std::ptrdiff_t>(i));
    to_front(seconds.begin() + static_cast<std::ptrdiff_t>(i));
  }
  const double least = lines.front().seconds;
  for (auto& line : lines) line.ratio = line.seconds <= least * (1 + 1e-9) ? 1 : line.seconds / least;
}

/// Only the fastest shape of a family stays, unless it was named.
void keep_best_shapes(std::vector<PricedLine>& sorted, const std::vector<std::string>& names) {
  std::vector<const Algorithm*> seen;
  std::erase_if(sorted, [&](const PricedLine& line) {
    const auto* algorithm = line.candidate.algorithm;
    if (std::ranges::find(names, algorithm->name) != names.end()) return false;
    if (std::ranges::find(seen, algorithm) != seen.end()) return true;
    seen.push_back(algorithm);
    return false;
  });
}

/// One table for each size. The prices of a candidate are forgotten before the next one is proved.
std::vector<Table> tables_of(const MapRequest& request, int p, const std::vector<std::string>& names) {
  auto compared = candidates(request.algorithms, p);
  if (compared.empty()) {
    const auto& first = *request.algorithms.front();
    const auto because = first.supports.holds(p) ? "" : ": " + first.refusal(p);
    throw UsageError(
        fmt::format("--p {}: none of the algorithms named has a schedule for that p{}; name another one", p, because));
  }
  sort_by_preference(compared, p, request.root);
  std::vector<Table> tables;
  for (const double bytes : request.bytes) tables.push_back({p, bytes, {}});
  for (const auto& candidate : compared) {
    PriceList prices(request.profile, request.model);
    for (auto& table : tables)
      table.lines.push_back({candidate, prices.seconds(candidate, p, request.root, table.bytes), 1});
  }
  for (auto& table : tables) {
    sort_by_time(table.lines);
    keep_best_shapes(table.lines, names);
  }
  return tables;
}

std::string print_time(double seconds) {
  if (seconds >= 1) return fmt::format("{:.4g} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.4g} ms", 1e3 * seconds);
  return fmt::format("{:.4g} us", 1e6 * seconds);
}

std::string print_text(const Table& table, const MapRequest& request) {
  const auto& collective = row(request.algorithms.front()->collective);
  auto text = fmt::format("\n{}, p = {}", collective.name, table.p);
  if (collective.rooted()) text += fmt::format(", root {}", request.root);
  text += fmt::format(", {} bytes\n", table.bytes);
  for (const auto& line : table.lines)
    text += fmt::format("  {} {:39}  {:12}  {:>10}  {:>8.2f}\n", &line == &table.lines.front() ? '*' : ' ',
                        line.candidate.algorithm->name, print_shape(line.candidate.shape), print_time(line.seconds),
                        line.ratio);
  return text;
}

std::string print_text(const std::vector<Table>& tables, const MapRequest& request) {
  auto text = fmt::format("{} ({})\n  * {:39}  {:12}  {:>10}  {:>8}\n", print_prices(request.profile, request.model),
                          request.profile.machine, "ALGORITHM (* chosen)", "SHAPE", "TIME", "RATIO");
  for (const auto& table : tables) text += print_text(table, request);
  return text;
}

std::string cost_json(const std::vector<Table>& tables, const MapRequest& request, const std::string& model) {
  Json results = Json::array();
  for (const auto& table : tables) {
    Json lines = Json::array();
    for (const auto& [candidate, seconds, ratio] : table.lines)
      lines.push_back({{"name", candidate.algorithm->name},
                       {"shape", candidate.shape.empty() ? Json(nullptr) : Json(print_shape(candidate.shape))},
                       {"seconds", seconds},
                       {"ratio", ratio},
                       {"chosen", lines.empty()}});
    results.push_back({{"p", table.p}, {"bytes", table.bytes}, {"algorithms", std::move(lines)}});
  }
  return json_text(Json{{"version", 1},
                        {"collective", row(request.algorithms.front()->collective).name},
                        {"root", request.root},
                        {"model", model},
                        {"machine", request.profile.machine},
                        {"prices", json_of_prices(request.profile, request.model)},
                        {"results", std::move(results)}});
}

/// Says how long it will take: what the largest p has taken bounds what each of the others takes.
std::string print_expected(int p, double seconds, std::size_t others) {
  const double most = seconds * static_cast<double>(others);
  const auto expected = most < 120 ? fmt::format("{:.0f} s", most) : fmt::format("{:.0f} min", most / 60);
  return fmt::format(
      "tutti cost: up to {} more: p = {} took {:.2g} s, and {} smaller ones follow; name fewer with --p\n", expected, p,
      seconds, others);
}

/// By p and size. The largest p is the first to be priced, so that it is known early how long all of them take.
std::vector<Table> all_tables(const CostOptions& options, const MapRequest& request) {
  constexpr double long_time = 10;  // seconds
  const auto start = std::chrono::steady_clock::now();
  Progress progress(!options.quiet);
  auto largest = [&] {
    const LongWork work(fmt::format("pricing the largest first, p = {}", request.ranks.back()), !options.quiet);
    return tables_of(request, request.ranks.back(), options.names);
  }();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  const auto others = request.ranks.size() - 1;
  if (!options.quiet && taken.count() * static_cast<double>(others) > long_time)
    fmt::print(stderr, "{}", print_expected(request.ranks.back(), taken.count(), others));
  std::vector<Table> tables;
  for (std::size_t i = 0; i < others; ++i) {
    std::ranges::move(tables_of(request, request.ranks[i], options.names), std::back_inserter(tables));
    progress.show(i + 1, request.ranks.size());
  }
  std::ranges::move(largest, std::back_inserter(tables));
  return tables;
}

void run_table(const CostOptions& options, const MapRequest& request) {
  std::optional<Output> json;
  if (options.json) json.emplace("--json", *options.json);
  const auto tables = all_tables(options, request);
  if (json) json->write(cost_json(tables, request, options.prices.model));
  if (!json || !json->is_stdout()) print_stdout(print_text(tables, request));
}

// ---- the map

void run_map(const CostOptions& options, MapRequest& request) {
  const auto& collective = row(request.algorithms.front()->collective);
  if (collective.id == Collective::barrier)
    throw UsageError("--map: a barrier has no bytes; compare its algorithms with --p");
  int named = -1;
  if (options.versus) {
    const auto& algorithm = algorithm_called(*options.versus);
    const auto at = std::ranges::find(request.algorithms, &algorithm);
    if (at == request.algorithms.end())
      throw UsageError(fmt::format("--versus {}: not among the algorithms compared; name it or {} as well",
                                   algorithm.name, row(algorithm.collective).name));
    named = static_cast<int>(at - request.algorithms.begin());
  }
  const Output output("--map", *options.map);
  Progress progress(!options.quiet);
  request.progress = [&](std::size_t done, std::size_t of) { progress.show(done, of); };
  const auto map = price_map(request);
  auto caption =
      named < 0 ? fmt::format("{}: the fastest algorithm", collective.mpi_name)
                : fmt::format("{}: time of {}, divided by that of the fastest", collective.mpi_name, *options.versus);
  if (collective.rooted()) caption += fmt::format(", root {}", request.root);
  caption += fmt::format("\n{}\nprofile: {}", print_prices(request.profile, request.model), request.profile.machine);
  output.write(named < 0 ? print_svg(map, caption) : print_svg(map, caption, named));
}

void check_options(const CostOptions& options) {
  if (options.map && (options.p || options.bytes || options.json))
    throw UsageError("--map has its own p and sizes and no JSON; leave out --p, --bytes and --json, or --map");
  if (options.versus && !options.map) throw UsageError("--versus colours a map; add --map FILE.svg");
}

Exit run(const CostOptions& options) {
  check_options(options);
  try {
    auto request = request_of(options);
    options.map ? run_map(options, request) : run_table(options, request);
  } catch (const NotProved& e) {
    fmt::print(stderr, "tutti cost: {}; nothing is priced that is not proved\n", e.what());
    return Exit::refuted;
  }
  return Exit::holds;
}

}  // namespace

Command add_cost(Parser& app) {
  auto options = std::make_shared<CostOptions>();
  auto parser = app.command("cost", "What the algorithms of a collective cost, and a map of the fastest one");
  parser
      .option("ALGORITHM", options->names,
              "COLLECTIVE, or COLLECTIVE/ALGORITHM of one collective, any number; of a family that is not named "
              "itself only the best shape is shown. Or a FILE.json, FILE.jsonl:LINE or FILE.xml "
              "with a schedule, which has its p and root")
      .required();
  const auto option = [&](const char* name, auto& value, const char* says, const char* type) {
    return parser.option(name, value, says).type_name(type);
  };
  option("--p", options->p, "Numbers of ranks, such as 2-9,13,16", "LIST");
  option("--bytes", options->bytes, "Sizes of the largest buffer of a rank, such as 8,32K,1M (K = 1024)", "SIZES");
  option("--root", options->root, "The root, where the collective has one (default: 0, or the FILE's)", "R");
  option("--commute", options->commute, "0: the operator does not commute, so only what keeps the order is compared",
         "")
      .one_of({"0", "1"})
      .show_default();
  add_price_options(parser, options->prices);
  option("--json", options->json, "Write the times to FILE as JSON; - is standard output", "FILE");
  option("--map", options->map, "Draw the fastest algorithm for p = 2 to 1024 and 8 B to 16 MiB", "FILE.svg");
  option("--versus", options->versus, "On the map, how many times slower than the fastest this one is", "ALGORITHM");
  parser.flag("--quiet", options->quiet, "No progress bar");
  parser.footer(
      "Every schedule is proved before it is priced. Of a whole collective, the one chosen is what the executor runs\n"
      "where no algorithm is named, by these prices and --model papers, unless the profile has measured times of\n"
      "whole collectives; among those equally fast it copies least inside the ranks. Of more than 64 ranks the\n"
      "executor leaves out what has no rules and takes 512 MiB or more to prove.\n"
      "Example: tutti cost allreduce --p 13,16 --bytes 8,32K,1M --alpha 2e-6 --beta 1e-9\n"
      "Example: tutti cost allreduce --map map.svg");
  return {parser, [options] { return run(*options); }};
}

}  // namespace tutti::cli
