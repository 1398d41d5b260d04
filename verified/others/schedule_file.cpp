#include "verified/others/schedule_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "verified/check/malformed.hpp"
#include "verified/check/prove.hpp"
#include "verified/others/json_fields.hpp"

namespace tutti::others {
namespace {

constexpr std::array<std::string_view, 3> actions = {"replace", "fold_left", "fold_right"};
static_assert(static_cast<int>(Action::replace) == 0 && static_cast<int>(Action::fold_left) == 1 &&
              static_cast<int>(Action::fold_right) == 2);

constexpr std::array<std::string_view, 14> fields = {"algorithm", "collective", "p",       "root",  "shape",
                                                     "claims",    "prover",     "needs",   "ranks", "blocks",
                                                     "extra",     "exchange",   "scratch", "rounds"};

constexpr int most_ranks = 1 << 16, most_slots = 1 << 24;
constexpr std::int64_t most_cells = std::int64_t{1} << 26;  ///< slots of all ranks

// ---- Reading

/// Of a step that does not say what becomes of a slot, until it is known of which collective it is.
constexpr auto not_said = static_cast<Action>(actions.size());

Step read_step(const Json& json, const std::string& place) {
  static constexpr std::array<std::string_view, 6> known = {"from", "to", "first", "count", "at", "action"};
  constexpr int most = std::numeric_limits<int>::max();
  const Object step(json, place, known);
  step.require({"from", "to"});
  Step made{step.number("from", 0, most), step.number("to", 0, most), {}, 0, not_said};
  made.blocks = {step.number("first", 0, most, 0), step.number("count", 1, most, 1)};
  made.at = step.number("at", 0, most, made.blocks.first);
  if (step.has("action")) {
    const auto name = step.text("action");
    const auto at = std::ranges::find(actions, name);
    if (at == actions.end())
      step.fail(fmt::format("\"action\" is {}; one of {} is due", shown(Json(name)), listed(actions)));
    made.action = static_cast<Action>(at - actions.begin());
  }
  return made;
}

/// Of a round whose steps were read already, and were taken out.
Round read_round(const Json& json, std::vector<Step> steps, const std::string& place) {
  static constexpr std::array<std::string_view, 2> known = {"says", "steps"};
  const Object round(json, place, known);
  round.require({"steps"});
  if (const auto& rest = round.array("steps"); !rest.empty())
    round.fail(fmt::format("a step is {}; an object, {{\"from\": …}}, is due", shown(rest.front())));
  return {round.has("says") ? round.text("says") : "", std::move(steps)};
}

/// The object but its rounds, of which each step becomes data as soon as it is read: as JSON they would take twenty
/// times as much memory, and the library looks through all of a list whenever an object in it ends.
class Parser {
 public:
  Json parse(std::string_view text) {
    return parsed_json(
        text, [this](int depth, Json::parse_event_t what, const Json& parsed) { return keeps(depth, what, parsed); });
  }
  std::vector<Round> rounds() && { return std::move(rounds_); }

 private:
  bool keeps(int depth, Json::parse_event_t what, const Json& parsed) {
    constexpr int deepest = 5;
    if (depth > deepest) throw NoSchedule("it is nested deeper than any schedule is; see spec/schedule.schema.json");
    if (what == Json::parse_event_t::key) {
      if (depth == 1 && !seen_.insert(parsed.get<std::string>()).second) twice(parsed);
      if (depth == 1) within_ = parsed.get<std::string>();
      if (depth == 3 && within_ == "rounds" && !of_round_.insert(parsed.get<std::string>()).second) twice(parsed);
      if (depth == 3) within_round_ = parsed.get<std::string>();
    }
    if (what != Json::parse_event_t::object_end || within_ != "rounds") return true;
    const auto place = fmt::format("round {}", rounds_.size());
    if (depth == 4 && within_round_ == "steps") {
      steps_.push_back(read_step(parsed, fmt::format("{}, step {}", place, steps_.size())));
      return false;
    }
    if (depth != 2) return true;
    rounds_.push_back(read_round(parsed, std::exchange(steps_, {}), place));
    of_round_.clear();
    return false;
  }
  [[noreturn]] static void twice(const Json& field) {
    throw NoSchedule("the field " + shown(field) + " is there twice; leave one out");
  }

  std::set<std::string> seen_, of_round_;
  std::string within_, within_round_;  ///< the fields at the top and in a round that are being read
  std::vector<Step> steps_;
  std::vector<Round> rounds_;
};

Needs read_needs(const Object& object) {
  object.require({"associative", "commutative"});
  return {.associative = object.truth("associative"), .commutative = object.truth("commutative")};
}

int fewest_blocks(const CollectiveRow& collective, int p) {
  if (collective.exchanges()) return 2 * p;
  return collective.cut == Cut::freely || collective.result == Result::all_entered ? 1 : p;
}

Collective read_collective(const Object& top) {
  const auto name = top.text("collective");
  if (const auto found = collective_named(name)) return *found;
  std::vector<std::string_view> names;
  for (const auto& c : collectives) names.push_back(c.name);
  top.fail(fmt::format("\"collective\" is {}; one of {} is due", shown(Json(name)), listed(names)));
}

Schedule read_schedule(const Object& top, const CollectiveRow& collective, std::vector<Round> rounds) {
  Schedule s;
  s.ranks = top.number("p", 1, collective.exchanges() ? most_in_exchange : most_ranks);
  if (top.has("ranks")) static_cast<void>(top.number("ranks", s.ranks, s.ranks));
  s.blocks = top.number("blocks", 1, most_slots, fewest_blocks(collective, s.ranks));
  s.extra = top.number("extra", 0, most_slots - s.blocks, 0);
  if (static_cast<std::int64_t>(s.slots()) * s.ranks > most_cells)
    top.fail(
        fmt::format("{} slots at {} ranks are more than are looked at, which is {}", s.slots(), s.ranks, most_cells));
  s.exchange = top.has("exchange") ? top.truth("exchange") : collective.exchanges();
  if (top.has("scratch"))
    for (const auto& of_rank : top.array("scratch")) s.scratch.push_back(top.numbers(of_rank, "scratch"));
  if (s.extra == 0 && std::ranges::any_of(s.scratch, [](const auto& labels) { return !labels.empty(); }))
    top.fail("\"scratch\" has labels, and \"extra\" is 0; leave it empty");
  if (!top.array("rounds").empty()) top.fail("\"rounds\" has what is no object; rounds are {\"steps\": […]}");
  s.rounds = std::move(rounds);
  // What a barrier's message brings is added to what is known.
  const auto otherwise = collective.result == Result::all_entered ? Action::fold_left : Action::replace;
  for (auto& round : s.rounds)
    for (auto& step : round.steps)
      if (step.action == not_said) step.action = otherwise;
  return s;
}

/// "round 3, rank 1, block B: found …, due …"
std::string place_and_fault(const Counterexample& c) {
  std::string place;
  const auto add = [&](std::string_view what, const std::string& which) {
    place += fmt::format("{}{} {}", place.empty() ? "" : ", ", what, which);
  };
  if (c.round >= 0) add("round", std::to_string(c.round));
  if (c.rank >= 0) add("rank", std::to_string(c.rank));
  if (c.block >= 0) add("block", block_name(c.block));
  return fmt::format("{}{}found {}, due {}", place, place.empty() ? "" : ": ", c.found, c.due);
}

// ---- Writing

/// Text that grows. Numbers are most of a line, so they are appended without a format: with nlohmann::ordered_json and
/// its dump() all cases for p <= 64 take more than three times as long.
class Line {
 public:
  Line& operator<<(std::string_view text) {
    text_ += text;
    return *this;
  }
  Line& operator<<(int number) {
    const fmt::format_int digits(number);
    text_.append(digits.data(), digits.size());
    return *this;
  }
  Line& operator<<(std::same_as<bool> auto truth) { return *this << std::string_view(truth ? "true" : "false"); }
  Line& quoted(const std::string& text) {
    return *this << Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  /// body for each item, in brackets and with commas between.
  template <class Items, class Body>
  Line& list(const Items& items, Body body) {
    text_ += '[';
    bool later = false;
    for (const auto& item : items) {
      if (later) text_ += ',';
      later = true;
      body(item);
    }
    text_ += ']';
    return *this;
  }
  Line& numbers(const std::vector<int>& list_of) {
    return list(list_of, [&](int number) { *this << number; });
  }

  std::string take() && { return std::move(text_); }

 private:
  std::string text_;
};

void append(Line& line, const Needs& needs) {
  line << "{\"associative\":" << needs.associative << ",\"commutative\":" << needs.commutative << "}";
}

void append(Line& line, const Schedule& s) {
  line << "\"ranks\":" << s.ranks << ",\"blocks\":" << s.blocks << ",\"extra\":" << s.extra
       << ",\"exchange\":" << s.exchange << ",\"scratch\":";
  line.list(s.scratch, [&](const std::vector<int>& labels) { line.numbers(labels); });
  line << ",\"rounds\":";
  line.list(s.rounds, [&](const Round& round) {
    line << "{";
    if (!round.says.empty()) (line << "\"says\":").quoted(round.says) << ",";
    line << "\"steps\":";
    line.list(round.steps, [&](const Step& t) {
      line << "{\"from\":" << t.from << ",\"to\":" << t.to << ",\"first\":" << t.blocks.first
           << ",\"count\":" << t.blocks.count << ",\"at\":" << t.at << ",\"action\":\""
           << actions.at(static_cast<std::size_t>(t.action)) << "\"}";
    });
    line << "}";
  });
}

}  // namespace

GivenSchedule read_schedule(std::string_view text) {
  Parser parser;
  const auto json = parser.parse(text);
  const Object top(json, "", fields);
  top.require({"collective", "p", "rounds"});
  GivenSchedule given;
  given.collective = read_collective(top);
  const auto& collective = row(given.collective);
  given.schedule = read_schedule(top, collective, std::move(parser).rounds());
  given.root = top.number("root", 0, collective.rooted() ? given.schedule.ranks - 1 : 0, 0);
  if (top.has("algorithm")) given.name = top.text("algorithm");
  if (top.has("shape")) {
    const auto shape = top.numbers(json.at("shape"), "shape");
    given.shape.assign(shape.begin(), shape.end());
  }
  static constexpr std::array<std::string_view, 2> laws = {"associative", "commutative"};
  if (top.has("claims")) given.claims = read_needs(top.object("claims", laws));
  if (top.has("needs")) static_cast<void>(read_needs(top.object("needs", laws)));
  if (top.has("prover")) static_cast<void>(top.text("prover"));
  if (const auto wrong = find_malformed_or_race(given.schedule, given.collective, given.schedule.ranks, given.root);
      wrong && wrong->fault == Fault::malformed)
    throw NoSchedule(place_and_fault(*wrong));
  return given;
}

Algorithm algorithm_of(GivenSchedule given, std::string name) {
  Algorithm made{};
  made.supports = Supports::only(given.schedule.ranks);
  made.needs = given.claims.value_or(Needs{.associative = true, .commutative = true});
  made.name = std::move(name);
  made.collective = made.owner = given.collective;
  made.given_root = given.root;
  made.given = std::make_shared<const Schedule>(std::move(given.schedule));
  return made;
}

std::string print_schedule(const Algorithm& algorithm, const Group& group) {
  const auto verdict = Prover::prove(algorithm, group);
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) throw std::runtime_error(unknown->why);
  const auto* proved = std::get_if<Proved>(&verdict);

  Line line;
  (line << "{\"algorithm\":").quoted(algorithm.name)
      << ",\"collective\":\"" << row(algorithm.collective).name << "\",\"p\":" << group.ranks
      << ",\"root\":" << group.root << ",\"shape\":";
  line.numbers(group.shape) << ",\"claims\":";
  append(line, algorithm.needs);
  line << ",\"prover\":\"" << (proved ? "proved" : name_of(std::get<Refuted>(verdict).counterexample.fault))
       << "\",\"needs\":";
  append(line, proved ? proved->needs() : Needs{});
  line << ",";
  append(line, proved ? proved->schedule() : algorithm.schedule(group));
  line << "}\n";
  return std::move(line).take();
}

}  // namespace tutti::others
