// A recording as JSON, by spec/baseline.schema.json.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "verified/baseline/recording.hpp"
#include "verified/choose/fields.hpp"
#include "verified/conform/case/legal.hpp"

namespace tutti::baseline {
namespace {

using Json = nlohmann::ordered_json;
using conform::CallTimes, conform::Scenario;

constexpr int version = 1, most_launches = 10'000;
constexpr std::int64_t most_count = std::int64_t{1} << 36, most_bytes = std::int64_t{1} << 53;
constexpr std::array<const char*, conform::quantile_shares.size()> quantile_names{
    "least", "tenth", "quarter", "median", "three_quarters", "nine_tenths", "most"};

/// The case, and what of it somebody may want to look for.
Json identify(const Case& c) {
  return {{"case", print(c)}, {"collective", row(c.procedure).name}, {"np", c.ranks}, {"bytes", bytes_of(c)}};
}

Json to_json(const Environment& e) {
  Json cut_offs = Json::array();
  for (const auto& c : e.cut_offs) cut_offs.push_back({{"name", c.name}, {"bytes", c.bytes}});
  return {{"mpi", e.mpi},
          {"standard", e.standard},
          {"launcher", e.launcher},
          {"variables", Json(e.variables)},
          {"compiler", e.compiler},
          {"cpu", e.cpu},
          {"governor", e.governor},
          {"affinity", e.affinity},
          {"processors", e.processors},
          {"kernel", e.kernel},
          {"hostname", e.hostname},
          {"load_before", e.load_before},
          {"load_after", e.load_after},
          {"cut_offs", cut_offs}};
}

Json to_json(const conform::RevealedTree& found) {
  const auto& [tree, why, doubted] = found.revealed;
  Json places = Json::array();
  for (const auto& [elements, ranks] : found.places)
    places.push_back({{"elements", print(elements)}, {"ranks", ranks}});
  return {{"tree", tree ? print(*tree) : doubted ? print(*doubted) : ""}, {"why", why}, {"places", std::move(places)}};
}

Json to_json(const Result& r) {
  auto json = identify(r.which);
  json["load"] = r.which.load;
  json["root"] = r.which.root;
  json["in_place"] = r.which.in_place;
  json["ranks_agree"] = r.ranks_agree();
  json["repeats"] = r.repeats();
  auto& ranks = json["digests"] = Json::array();
  for (const auto& rank : r.ranks) ranks.push_back({{"different", rank.different}});
  auto& trees = json["trees"] = Json::array();
  for (const auto& tree : r.trees) trees.push_back(to_json(tree));
  return json;
}

Json to_json(const TreeChain& chain) {
  auto json = identify(chain.which);
  json["complete"] = chain.complete;
  auto& segments = json["segments"] = Json::array();
  for (const auto& s : chain.segments) {
    auto first = chain.which, last = chain.which;
    first.count = s.first;
    last.count = s.last;
    Json trees = Json::array();
    for (const auto& t : s.trees) trees.push_back({{"tree", t.tree}, {"why", t.why}, {"ranks", t.ranks}});
    segments.push_back({{"first_count", s.first},
                        {"last_count", s.last},
                        {"first_bytes", bytes_of(first)},
                        {"last_bytes", bytes_of(last)},
                        {"trees", trees}});
  }
  return json;
}

Json to_json(const TimeCell& cell) {
  auto json = identify(cell.which);
  json["control"] = cell.control;
  auto& launches = json["launches"] = Json::array();
  for (std::size_t i = 0; i < cell.launches.size(); ++i) {
    const auto& times = cell.launches[i];
    if (!times) continue;
    Json one{{"launch", i}, {"calls", times->calls}, {"late", times->late}};
    for (std::size_t q = 0; q < quantile_names.size(); ++q) one[quantile_names[q]] = times->seconds[q];
    launches.push_back(std::move(one));
  }
  return json;
}

Json to_json(const Missing& m) {
  auto json = identify(m.which);
  json["why"] = m.why;
  json["was_run"] = m.was_run;
  return json;
}

template <class T>
Json all_to_json(const std::vector<T>& all) {
  Json json = Json::array();
  for (const auto& one : all) json.push_back(to_json(one));
  return json;
}

Case case_in(const Fields& x, std::optional<Scenario> due = std::nullopt) {
  const auto text = x.text("case");
  Case c;
  try {
    c = conform::parse_case(text);
  } catch (const std::invalid_argument& e) {
    x.refuse_field("case", fmt::format("is \"{}\": {}", text, e.what()));
  }
  if (const auto why = conform::why_not(c)) x.refuse_field("case", fmt::format("is \"{}\": {}", text, *why));
  if (due && c.scenario != *due)
    x.refuse_field("case", fmt::format("is \"{}\", and the scene '{}' is due here", text, name_of(*due)));
  return c;
}

Environment environment_from(const Fields& x) {
  Environment e{.mpi = x.text("mpi"),
                .standard = x.text("standard"),
                .launcher = x.text("launcher"),
                .variables = x.texts_by_name("variables"),
                .compiler = x.text("compiler"),
                .cpu = x.text("cpu"),
                .governor = x.text("governor"),
                .kernel = x.text("kernel"),
                .hostname = x.text("hostname"),
                .affinity = x.text("affinity"),
                .processors = static_cast<int>(x.whole("processors", 1, std::numeric_limits<int>::max())),
                .load_before = x.number("load_before"),
                .load_after = x.number("load_after")};
  for (const auto& c : x.objects("cut_offs")) e.cut_offs.push_back({c.text("name"), c.whole("bytes", 0, most_bytes)});
  return e;
}

/// A tree, where the text is not empty.
std::optional<conform::Bracketing> tree_from(const Fields& x, int ranks) {
  const auto text = x.text("tree");
  if (text.empty()) return std::nullopt;
  auto tree = conform::parse_bracketing(text);
  const auto is_rank = [&](Rank leaf) { return leaf < ranks; };
  if (!tree || !std::ranges::all_of(leaves(*tree), is_rank))
    x.refuse_field("tree", fmt::format("is \"{}\", which is no tree such as ((0·1)·2) over the ranks", text));
  return tree;
}

conform::RevealedTree revealed_from(const Fields& x, int ranks) {
  conform::RevealedTree found{{tree_from(x, ranks), x.text("why")}, {}};
  auto& [tree, why, doubted] = found.revealed;
  if (tree && !why.empty()) doubted = std::exchange(tree, std::nullopt);
  for (const auto& place : x.objects("places")) {
    const auto elements = conform::parse_elements(place.text("elements"));
    if (!elements) place.refuse_field("elements", "is no list of elements such as 0-499,700");
    found.places.push_back({*elements, place.wholes("ranks", 0, ranks - 1)});
  }
  return found;
}

Result result_from(const Fields& x) {
  Result r{case_in(x, Scenario::digest), {}};
  for (const auto& rank : x.objects("digests")) {
    r.ranks.push_back({rank.texts("different")});
    std::ranges::sort(r.ranks.back().different);
    for (const auto& digest : r.ranks.back().different)
      if (digest.size() != 16 || digest.find_first_not_of("0123456789abcdef") != std::string::npos)
        rank.refuse_field("different", fmt::format("has \"{}\", which is no digest of 16 digits 0-9 and a-f", digest));
  }
  if (std::ssize(r.ranks) != r.which.ranks)
    x.refuse_field("digests", fmt::format("has {} entries, and {} ranks have one each", r.ranks.size(), r.which.ranks));
  if (x.has("repeats") && x.truth("repeats") != r.repeats()) x.refuse_field("repeats", "is not what the digests say");
  if (x.has("ranks_agree") && x.truth("ranks_agree") != r.ranks_agree())
    x.refuse_field("ranks_agree", "is not what the digests say");
  if (x.has("trees"))  // records of before have none
    for (const auto& tree : x.objects("trees")) r.trees.push_back(revealed_from(tree, r.which.ranks));
  return r;
}

TreeSegment segment_from(const Fields& x, int ranks) {
  TreeSegment s{x.whole("first_count", 0, most_count), x.whole("last_count", 0, most_count), {}};
  if (s.last < s.first) x.refuse_field("last_count", "is less than first_count");
  for (const auto& t : x.objects("trees"))
    s.trees.push_back({tree_from(t, ranks) ? t.text("tree") : "", t.text("why"), t.wholes("ranks", 0, ranks - 1)});
  return s;
}

TreeChain chain_from(const Fields& x) {
  TreeChain chain{case_in(x, Scenario::reveal), {}, x.truth("complete")};
  for (const auto& s : x.objects("segments")) {
    chain.segments.push_back(segment_from(s, chain.which.ranks));
    if (chain.segments.size() > 1 && chain.segments.back().first <= std::prev(chain.segments.end(), 2)->last)
      s.refuse_field("first_count", "is not more than last_count of the segment before");
  }
  if (chain.segments.empty()) x.refuse_field("segments", "is empty");
  return chain;
}

CallTimes times_from(const Fields& x) {
  CallTimes times{};
  times.calls = static_cast<int>(x.whole("calls", 1, std::numeric_limits<int>::max()));
  times.late = static_cast<int>(x.whole("late", 0, std::numeric_limits<int>::max()));
  constexpr double longest = 1e6;  // seconds
  double before = 0;
  for (std::size_t q = 0; q < quantile_names.size(); ++q) {
    const double seconds = times.seconds[q] = x.number(quantile_names[q]);
    if (seconds <= 0 || seconds > longest) x.refuse_field(quantile_names[q], "is no time above 0 and up to 10^6 s");
    if (seconds < before) x.refuse_field(quantile_names[q], "is less than the quantile before");
    before = seconds;
  }
  return times;
}

TimeCell cell_from(const Fields& x, int launches) {
  TimeCell cell{case_in(x, Scenario::time), x.truth("control"), {}};
  cell.launches.resize(static_cast<std::size_t>(launches));
  for (const auto& one : x.objects("launches")) {
    auto& times = cell.launches[static_cast<std::size_t>(one.whole("launch", 0, launches - 1))];
    if (times) one.refuse_field("launch", "is that of another entry");
    times = times_from(one);
  }
  return cell;
}

/// Refuses two with one key, among all that have one key each.
template <class T, class Key>
void check_different(const std::vector<T>& all, const Key& key, const Fields& recording, const char* name) {
  std::map<std::string, int> times;
  for (const auto& one : all)
    if (++times[key(one)] > 1) recording.refuse_field(name, fmt::format("has '{}' twice", key(one)));
}

}  // namespace

nlohmann::ordered_json trees_as_json(const Recording& r) { return all_to_json(r.trees); }

std::string write_recording(const Recording& r) {
  const Json json{{"version", version},
                  {"environment", to_json(r.environment)},
                  {"seed", r.seed},
                  {"launches", r.launches},
                  {"untimed_np", r.untimed_np},
                  {"results", all_to_json(r.results)},
                  {"trees", trees_as_json(r)},
                  {"times", all_to_json(r.times)},
                  {"missing", all_to_json(r.missing)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Recording parse_recording(const std::string& text, const std::string& name) {
  const Source source{name, "name a whole file that tutti baseline record has written"};
  const auto json = parse_json(text, source);
  const Fields x(json, source);
  x.check_version(version);
  Recording r{.environment = environment_from(x.object("environment")),
              .seed = static_cast<std::uint64_t>(x.whole("seed", 0, most_bytes)),
              .launches = static_cast<int>(x.whole("launches", 0, most_launches)),
              .untimed_np = x.wholes("untimed_np", 1, std::numeric_limits<int>::max())};
  for (const auto& one : x.objects("results")) r.results.push_back(result_from(one));
  for (const auto& one : x.objects("trees")) r.trees.push_back(chain_from(one));
  for (const auto& one : x.objects("times")) r.times.push_back(cell_from(one, r.launches));
  for (const auto& one : x.objects("missing"))
    r.missing.push_back({case_in(one), one.text("why"), !one.has("was_run") || one.truth("was_run")});
  const auto key = [](const auto& one) { return print(one.which); };
  check_different(r.results, key, x, "results");
  check_different(r.trees, key_of_chain, x, "trees");
  check_different(
      r.times, [](const TimeCell& c) { return print(c.which) + (c.control ? " (control)" : ""); }, x, "times");
  return r;
}

}  // namespace tutti::baseline
