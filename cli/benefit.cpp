// tutti benefit: by what percentage an application's collective time would fall with the fastest proved algorithms.
#include "verified/choose/benefit.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "cli/common/commands.hpp"
#include "cli/common/json_text.hpp"
#include "cli/common/output.hpp"
#include "cli/common/progress.hpp"
#include "cli/memory.hpp"
#include "cli/prices.hpp"
#include "cli/recording.hpp"

namespace tutti::cli {
namespace {

using Json = nlohmann::ordered_json;

struct BenefitOptions {
  std::string calls;
  std::optional<std::string> profile, json;
  bool quiet = false;
};

struct Priced {
  ProfiledCalls calls;
  Benefit benefit;
};

/// The sum over several entries.
struct Sum {
  std::int64_t count = 0;
  double before = 0, after = 0;
  void add(const Priced& x) {
    count += x.calls.count;
    before += x.benefit.before;
    after += x.benefit.after;
  }
};

/// In the order of the collectives' names.
std::map<std::string_view, Sum> per_collective(const std::vector<Priced>& all) {
  std::map<std::string_view, Sum> sums;
  for (const auto& x : all) sums[row(x.calls.collective).name].add(x);
  return sums;
}

Sum total(const std::vector<Priced>& all) {
  Sum sum;
  for (const auto& x : all) sum.add(x);
  return sum;
}

/// The name of the MPI's own procedure, which an application that was recorded has called.
std::string name_now(const ProfiledCalls& calls) {
  return calls.algorithm ? calls.algorithm->name : std::string(row(calls.collective).mpi_name);
}

std::string fastest_name(const Priced& x) {
  if (!x.benefit.fastest.algorithm) return name_now(x.calls);
  const auto shape = print_shape(x.benefit.fastest.shape);
  return x.benefit.fastest.algorithm->name + (shape.empty() ? "" : " " + shape);
}

std::string print_text(const std::vector<Priced>& all, const Profile& profile) {
  std::string text = fmt::format("{:34}{:>8}{:>12}{:>12}{:>11}{:>11}{:>9}  {}\n", "NOW", "P", "BYTES", "CALLS",
                                 "SECONDS", "AFTER", "FALLS BY", "FASTEST");
  for (const auto& x : all)
    text += fmt::format("{:34}{:>8}{:>12}{:>12}{:>11.4g}{:>11.4g}{:>8.1f}%  {}\n", name_now(x.calls), x.calls.ranks,
                        x.calls.bytes, x.calls.count, x.benefit.before, x.benefit.after,
                        100 * fall(x.benefit.before, x.benefit.after), fastest_name(x));
  const auto line = [](std::string_view name, const Sum& s) {
    return fmt::format("{:34}{:>32}{:>11.4g}{:>11.4g}{:>8.1f}%\n", name, s.count, s.before, s.after,
                       100 * fall(s.before, s.after));
  };
  text += "\n";
  for (const auto& [name, sum] : per_collective(all)) text += line(name, sum);
  return text + line("all collectives", total(all)) + fmt::format("\nprices: {}\n", profile.machine);
}

Json name_or_null(const Algorithm* algorithm) { return algorithm ? Json(algorithm->name) : Json(); }

Json sum_json(const Sum& sum) {
  return {{"count", sum.count},
          {"seconds_before", sum.before},
          {"seconds_after", sum.after},
          {"falls_by", fall(sum.before, sum.after)}};
}

std::string benefit_json(const std::vector<Priced>& all, const Profile& profile) {
  auto calls = Json::array(), sums = Json::array();
  for (const auto& x : all)
    calls.push_back({{"collective", row(x.calls.collective).name},
                     {"p", x.calls.ranks},
                     {"bytes", x.calls.bytes},
                     {"count", x.calls.count},
                     {"algorithm", name_or_null(x.calls.algorithm)},
                     {"fastest", name_or_null(x.benefit.fastest.algorithm)},
                     {"fastest_shape", print_shape(x.benefit.fastest.shape)},
                     {"seconds_before", x.benefit.before},
                     {"seconds_after", x.benefit.after},
                     {"falls_by", fall(x.benefit.before, x.benefit.after)}});
  for (const auto& [name, sum] : per_collective(all)) {
    Json entry{{"collective", name}};
    entry.update(sum_json(sum));
    sums.push_back(entry);
  }
  return json_text(Json{{"version", 1},
                        {"machine", profile.machine},
                        {"calls", calls},
                        {"collectives", sums},
                        {"total", sum_json(total(all))}});
}

/// Those that one rank knows the largest buffer of, by collective, p and bytes. A line on stderr says what is left out.
std::vector<ProfiledCalls> recorded_calls(const BenefitOptions& options) {
  std::map<std::tuple<Collective, int, std::int64_t>, ProfiledCalls> all;
  std::int64_t priced = 0, unknown = 0;
  bool folded = false;
  const auto recording = read_recorded_application("CALLS", options.calls);
  for (const auto& recorded : recording.calls) {
    folded = folded || recorded.folded;
    if (!recorded.stands_for_all()) continue;
    if (!recorded.bytes) {
      unknown += recorded.calls;
      continue;
    }
    priced += recorded.calls;
    auto& calls = all[{recorded.collective, recorded.size, *recorded.bytes}];
    calls = {.collective = recorded.collective,
             .ranks = recorded.size,
             .bytes = *recorded.bytes,
             .count = calls.count + recorded.calls,
             .algorithm = nullptr,
             .seconds = calls.seconds + recorded.seconds};
  }
  if (all.empty()) throw UsageError(fmt::format("CALLS {}: there is no call on an intracommunicator", options.calls));
  if (!options.quiet)
    fmt::print(stderr, "CALLS {}: {} calls on intracommunicators; {} of unknown size are left out{}\n", options.calls,
               priced, unknown, folded ? ", and so are those that are recorded without arguments" : "");
  std::vector<ProfiledCalls> entries;
  for (const auto& [key, calls] : all) entries.push_back(calls);
  return entries;
}

/// Refuses proofs that do not fit into memory, of each algorithm and p once.
void check_memory(const std::vector<ProfiledCalls>& all) {
  std::set<std::pair<Collective, int>> checked;
  for (const auto& calls : all) {
    if (!checked.emplace(calls.collective, calls.ranks).second) continue;
    for (const auto& a : algorithms())
      if (a.collective == calls.collective && a.supports.holds(calls.ranks)) proofs_that_fit(a, {calls.ranks});
  }
}

void price_and_print(const BenefitOptions& options) {
  Profile profile = default_profile();
  std::vector<ProfiledCalls> entries;
  try {
    check_only_read("CALLS", options.calls);
    if (options.profile) profile = profile_named(*options.profile);
    const bool is_recording = !std::filesystem::exists(options.calls) && std::filesystem::exists(options.calls + ".0");
    entries = is_recording ? recorded_calls(options) : read_calls(options.calls);
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
  check_memory(entries);
  std::optional<Output> json;
  if (options.json) json.emplace("--json", *options.json);

  std::optional<Progress> progress(!options.quiet);
  PriceList prices(profile, Model::papers);
  std::vector<Priced> priced;
  for (const auto& calls : entries) {
    priced.push_back({calls, benefit(calls, prices)});
    progress->show(priced.size(), entries.size());
  }
  progress.reset();
  if (json) json->write(benefit_json(priced, profile));
  if (!json || !json->is_stdout()) print_stdout(print_text(priced, profile));
}

Exit run(const BenefitOptions& options) {
  try {
    price_and_print(options);
  } catch (const NotProved& e) {
    fmt::print(stderr, "tutti benefit: {}; nothing is priced that is not proved\n", e.what());
    return Exit::refuted;
  }
  return Exit::holds;
}

}  // namespace

Command add_benefit(Parser& app) {
  auto options = std::make_shared<BenefitOptions>();
  auto parser = app.command("benefit", "By how much an application's collective calls would become faster");
  parser.option("CALLS", options->calls, "What the application calls, a JSON file or a recording").required();
  parser
      .option("--profile", options->profile,
              "Prices of the machine: FILE, as tutti-mpi calibrate writes it, or node, node-openmpi or assumed")
      .type_name("FILE");
  parser.option("--json", options->json, "Write the result to FILE as JSON; - is standard output").type_name("FILE");
  parser.flag("--quiet", options->quiet, "No progress bar");
  parser.footer(
      "CALLS is such as\n"
      "  {\"version\": 1, \"calls\": [\n"
      "    {\"collective\": \"allreduce\", \"p\": 100, \"bytes\": 65536, \"count\": 20000},\n"
      "    {\"collective\": \"reduce\", \"p\": 64, \"bytes\": 8192, \"count\": 500, \"algorithm\": "
      "\"reduce/linear\"}]}\n"
      "bytes: of the largest buffer of a rank; algorithm: what the calls use now. Without it they use what the papers\n"
      "call classical or old (binary trees for reduce, allreduce and bcast; a ring for allgather; scattered isends "
      "for\n"
      "alltoall; reduce and scatter for reduce_scatter), or else what MPICH uses for short messages.\n"
      "CALLS may also be the FILE of TUTTI=record=FILE, of which rank r has written FILE.r: what the calls take now "
      "has\n"
      "been measured then, and what they would take is that of the profile, which should be of the same machine.\n"
      "Times are those of the papers' cost model; roots are rank 0, and operators commute.\n"
      "Example: tutti benefit calls.json --profile profile.json");
  return {parser, [options] { return run(*options); }};
}

}  // namespace tutti::cli
