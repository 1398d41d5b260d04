#include "verified/conform/case/case.hpp"

#include <array>
#include <charconv>
#include <set>
#include <sstream>
#include <stdexcept>

namespace tutti::conform {
namespace {

constexpr std::array<std::string_view, 3> forms{"blocking", "nonblocking", "persistent"};
constexpr std::array<std::string_view, comms> names_of_comms{

    "world",  "dup",          "split",  "reversed",  "self",       "inter",    "cart", "graph", "info", "nested",
    "create", "create-group", "merged", "inter-one", "inter-rest", "weighted", "open", "thin",  "star", "ring"};
constexpr std::array<std::string_view, 13> scenarios{
    "alone", "in-flight", "between-messages", "threads", "error", "reveal", "outstanding", "digest",
    "time",  "late",      "repeated",         "tools",   "mixed"};
constexpr std::array<std::string_view, 8> completions{"wait",     "test",    "waitall", "waitany",
                                                      "waitsome", "testall", "testany", "testsome"};
constexpr std::array<std::string_view, 8> insignificants{"right", "no-buffer", "no-count", "no-type",
                                                         "zero",  "null",      "garbage",  "other-buffer"};

constexpr std::array<std::string_view, 3> handlers{"returns", "own", "fatal"};

[[noreturn]] void refuse(const std::string& word, const std::string& why) {
  throw std::invalid_argument("'" + word + "' in a case: " + why);
}

template <class E, std::size_t N>
E one_of(const std::array<std::string_view, N>& names, const std::string& word, std::string_view value) {
  std::string all;
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == value) return static_cast<E>(i);
    all += (i ? ", " : "") + std::string(names[i]);
  }
  refuse(word, "one of " + all + " is due");
}

template <class Number>
Number number(const std::string& word, std::string_view value, Number least) {
  Number n{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), n);
  if (error != std::errc{} || end != value.data() + value.size() || n < least)
    refuse(word, "a number from " + std::to_string(least) + " on is due");
  return n;
}

Nodes nodes_of(const std::string& word, const std::string& value) try {
  return parse_nodes(value);
} catch (const std::invalid_argument& e) {
  refuse(word, e.what());
}

void set(Case& c, const std::string& word) {
  const auto equals = word.find('=');
  const auto key = word.substr(0, equals);
  const auto value = equals == std::string::npos ? std::string() : word.substr(equals + 1);
  if (word == "large-count")
    c.large_count = true;
  else if (word == "in-place")
    c.in_place = true;
  else if (word == "irregular")
    c.irregular = true;
  else if (word == "scattered")
    c.scattered = true;
  else if (word == "bottom")
    c.bottom = true;
  else if (word == "adjacent")
    c.adjacent = true;
  else if (word == "freed")
    c.freed = true;
  else if (value.empty())
    refuse(word, "no such word");  // NOLINT(bugprone-branch-clone): as where there is a value and no such key
  else if (key == "np")
    c.ranks = number(word, value, 1);
  else if (key == "nodes")
    c.nodes = nodes_of(word, value);
  else if (key == "algorithm")
    c.algorithm = value;
  else if (key == "schedule")
    c.schedule = value;
  else if (key == "form")
    c.form = one_of<Form>(forms, word, value);
  else if (key == "comm")
    c.comm = one_of<Comm>(names_of_comms, word, value);
  else if (key == "root")
    c.root = number(word, value, 0);
  else if (key == "count")
    c.count = number(word, value, std::int64_t{0});
  else if (key == "load")
    c.load = value;
  else if (key == "completion")
    c.completion = one_of<Completion>(completions, word, value);
  else if (key == "not-significant")
    c.insignificant = one_of<Insignificant>(insignificants, word, value);
  else if (key == "scene")
    c.scenario = one_of<Scenario>(scenarios, word, value);
  else if (key == "wrong")
    c.wrong = value;
  else if (key == "handler")
    c.handler = one_of<Handler>(handlers, word, value);
  else if (key == "seed")
    c.seed = number(word, value, std::uint64_t{0});
  else
    refuse(word, "no such word");
}

}  // namespace

std::string_view name_of(Form form) { return forms[static_cast<std::size_t>(form)]; }
std::string_view name_of(Comm comm) { return names_of_comms[static_cast<std::size_t>(comm)]; }
std::string_view name_of(Completion completion) { return completions[static_cast<std::size_t>(completion)]; }
std::string_view name_of(Insignificant insignificant) {
  return insignificants[static_cast<std::size_t>(insignificant)];
}
std::string_view name_of(Handler handler) { return handlers[static_cast<std::size_t>(handler)]; }
std::string_view name_of(Scenario scenario) { return scenarios[static_cast<std::size_t>(scenario)]; }

std::string print(const Case& c) {
  const Case plain;
  std::ostringstream text;
  text << row(c.procedure).name << " np=" << c.ranks;
  if (c.nodes != plain.nodes) text << " nodes=" << print(c.nodes);
  if (!c.algorithm.empty()) text << " algorithm=" << c.algorithm;
  if (!c.schedule.empty()) text << " schedule=" << c.schedule;
  if (c.form != plain.form) text << " form=" << name_of(c.form);
  if (c.large_count) text << " large-count";
  if (c.comm != plain.comm) text << " comm=" << name_of(c.comm);
  if (c.count != plain.count) text << " count=" << c.count;
  if (c.load != plain.load) text << " load=" << c.load;
  if (c.root != plain.root) text << " root=" << c.root;
  if (c.in_place) text << " in-place";
  if (c.irregular) text << " irregular";
  if (c.scattered) text << " scattered";
  if (c.completion != plain.completion) text << " completion=" << name_of(c.completion);
  if (c.bottom) text << " bottom";
  if (c.adjacent) text << " adjacent";
  if (c.freed) text << " freed";
  if (c.insignificant != plain.insignificant) text << " not-significant=" << name_of(c.insignificant);
  if (c.scenario != plain.scenario) text << " scene=" << name_of(c.scenario);
  if (!c.wrong.empty()) text << " wrong=" << c.wrong;
  if (c.handler != plain.handler) text << " handler=" << name_of(c.handler);
  if (c.seed != plain.seed) text << " seed=" << c.seed;
  return text.str();
}

Case parse_case(const std::string& line) {
  std::istringstream words(line);
  std::string word;
  words >> word;
  const auto procedure = procedure_named(word);
  if (!procedure) refuse(word, "the name of a procedure is due first, such as allreduce");
  Case c;
  c.procedure = *procedure;
  std::set<std::string> keys;
  while (words >> word) {
    if (!keys.insert(word.substr(0, word.find('='))).second) refuse(word, "it is said twice");
    set(c, word);
  }
  return c;
}

}  // namespace tutti::conform
