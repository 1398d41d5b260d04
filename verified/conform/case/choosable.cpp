#include "verified/conform/case/choosable.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <set>
#include <string_view>

#include "verified/conform/case/offer.hpp"
#include "verified/conform/case/procedure.hpp"

namespace tutti::conform {
namespace {

using Words = std::vector<std::string>;
using Item = ControlVariable::Item;

/// In lower case, between whatever is no letter or digit.
Words words_of(std::string_view text) {
  Words words{""};
  for (const unsigned char c : text)
    if (std::isalnum(c))
      words.back() += static_cast<char>(std::tolower(c));
    else if (!words.back().empty())
      words.emplace_back();
  if (words.back().empty()) words.pop_back();
  return words;
}

std::string join(const Words& words, std::size_t from, std::size_t to) {
  std::string text;
  for (auto i = from; i < to; ++i) text += (i == from ? "" : "_") + words[i];
  return text;
}

bool has_any(const Words& words, std::initializer_list<std::string_view> of) {
  return std::ranges::any_of(words, [&](const auto& word) { return std::ranges::find(of, word) != of.end(); });
}

/// A procedure, or with an i before it its nonblocking form.
bool is_procedure(const std::string& name) {
  const auto communicating = [](std::string_view blocking) {
    const auto procedure = procedure_named(blocking);
    return procedure && communicates(*procedure);
  };
  return communicating(name) || (name.starts_with('i') && communicating(std::string_view(name).substr(1)));
}

/// What the name of a variable says.
struct Subject {
  std::string component;  ///< of Open MPI: "sm" of coll_sm_tree_degree; else empty
  std::string procedure;  ///< "ibcast", "allreduce-inter", "bcast-posix", or "all" where it names none
  Words rest;             ///< "tree", "kval"
};

std::optional<Subject> subject_of(const std::string& variable) {
  auto words = words_of(variable);
  Subject s;
  if (words.size() > 2 && words[0] == "mpir" && words[1] == "cvar") words.erase(words.begin(), words.begin() + 2);
  if (words.size() > 2 && variable.starts_with("coll_")) {
    s.component = words[1];
    words.erase(words.begin(), words.begin() + 2);
  }
  constexpr std::size_t longest = 3;             // words of a procedure's name
  const bool is_of_all = s.component == "sync";  // whose barriers are before and after calls of all procedures
  for (std::size_t i = 0; i < words.size() && s.procedure.empty() && !is_of_all; ++i)
    for (auto n = std::min(longest, words.size() - i); n > 0 && s.procedure.empty(); --n)
      if (const auto name = join(words, i, i + n); is_procedure(name)) {
        s.procedure = name;
        const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
        words.erase(at, at + static_cast<std::ptrdiff_t>(n));
      }
  if (s.procedure.empty() && s.component.empty() && !has_any(words, {"coll", "colls", "collective", "collectives"}))
    return std::nullopt;
  if (s.procedure.empty()) s.procedure = "all";
  for (const std::string_view kind : {"posix", "inter"})
    if (s.procedure != "all" && has_any(words, {kind})) s.procedure += "-" + std::string(kind);
  std::erase_if(words, [](const auto& w) { return w == "posix" || w == "inter" || w == "intra"; });
  if (words.size() > 1 && s.procedure != "all" && words.front() == "algorithm") words.erase(words.begin());
  s.rest = std::move(words);
  return s;
}

/// What sets no way of working: reports, versions, numbers of algorithms, pools of memory, and what is set or asked by
/// other means.
bool is_aside(const Subject& s) {
  return s.rest.empty() ||
         has_any(s.rest, {"verbose", "version", "dump", "dynamic", "free", "errors", "control", "info", "used",
                          "fallback", "hcoll", "alias", "count"}) ||
         s.rest == Words{"coll"} || has_any(s.rest, {"orte"}) || has_any({s.component}, {"monitoring", "base"}) ||
         join(s.rest, 0, s.rest.size()).ends_with("device_collective");
}

bool is_algorithm(const Subject& s) { return s.rest.back() == "algorithm" && s.procedure != "all"; }
bool is_priority(const Subject& s) { return s.rest.size() == 1 && s.rest[0] == "priority"; }
bool is_default(const std::string& value) { return value == "auto" || value == "ignore" || value == "sched_auto"; }

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// ---- values

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";

std::size_t skip(const std::string& text, std::size_t at, std::string_view any_of) {
  return std::min(text.find_first_not_of(any_of, at), text.size());
}

/// The digits at a place, at most six.
std::string digits_at(const std::string& text, std::size_t at) {
  constexpr std::size_t most = 6;
  const auto end = skip(text, at, "0123456789");
  return end - at <= most ? text.substr(at, end - at) : "";
}

/// Each number of a text with the word behind it: "0 = self", "1: binomial", "2 adapt".
std::vector<Item> numbers_with_words(const std::string& text) {
  std::vector<Item> items;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto value = digits_at(text, at);
    if (value.empty()) continue;
    at += value.size();
    const auto behind = skip(text, at, " :="), end = skip(text, behind, letters);
    if (behind > at && end > behind && text[behind] != '_')
      items.push_back({value, lower(text.substr(behind, end - behind))});
    at = std::max(at, end) - 1;
  }
  return items;
}

/// Those of them that count on from 0 or 1.
std::vector<Item> numbered_items(const std::string& description) {
  std::vector<Item> items;
  std::set<std::string> names;
  for (const auto& [value, name] : numbers_with_words(description)) {
    const bool goes_on = !items.empty() && std::stoi(value) == std::stoi(items.back().value) + 1;
    if (!goes_on && items.size() > 1) break;
    if (!goes_on) items.clear(), names.clear();
    if (goes_on || value == "0" || value == "1") items.push_back({value, names.insert(name).second ? name : value});
  }
  return items.size() > 1 ? items : std::vector<Item>{};
}

/// "must be >= 2", "must be => 1", "(radix > 1)"
std::int64_t least_of(const ControlVariable& v, const Words& rest) {
  const auto& text = v.description;
  for (auto at = text.find('>'); at != std::string::npos; at = text.find('>', at + 1)) {
    const bool or_equal = (at > 0 && text[at - 1] == '=') || (at + 1 < text.size() && text[at + 1] == '=');
    const auto bound = digits_at(text, skip(text, at + 1, "= "));
    if (!bound.empty()) return std::stoll(bound) + (or_equal ? 0 : 1);
  }
  return has_any(rest, {"kval", "radix"}) ? 2 : 1;
}

std::vector<Item> numbers(const ControlVariable& v, const Words& rest) {
  const auto least = least_of(v, rest);
  const auto now = *v.number;
  const bool is_count = has_any(rest, {"batch", "num"});
  std::vector<std::int64_t> wanted{least, 3, 64};
  if (has_any(rest, {"kval", "radix"})) wanted = {least, 3, 8};
  if (!is_count && has_any(rest, {"size", "segsize", "segmentsize", "msg", "limit", "threshold"}))
    wanted = {least, 1031, std::int64_t{1} << 20};
  if (has_any(rest, {"segsize", "segmentsize", "segment", "chunk"}))
    wanted.front() = 8;                                                    // less makes too many messages
  if (has_any(rest, {"buffer", "fragment"})) wanted = {now / 4, now * 4};  // which ranks must find room in
  std::vector<Item> items;
  for (const auto x : std::set<std::int64_t>(wanted.begin(), wanted.end()))
    if (x >= least && x != now) items.push_back({std::to_string(x), std::to_string(x)});
  return items;
}

std::vector<Item> values(const ControlVariable& v, const Words& rest) {
  auto items = v.items;
  if (items.empty() && v.number) items = numbered_items(v.description);
  const auto text = lower(v.description);
  const bool is_truth = text.find("set to true") != std::string::npos || text.find("if true") != std::string::npos;
  if (items.empty() && v.number && is_truth) items = {{"0", "0"}, {"1", "1"}};
  if (items.empty()) return v.number ? numbers(v, rest) : items;
  std::erase_if(items, [&](const Item& item) {
    return is_default(item.name) || (v.number && item.value == std::to_string(*v.number));
  });
  return items;
}

// ---- choices

/// What has a place in a label.
std::string as_word(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isspace(c) || c == '#'; }, '_');
  return name;
}

std::string set_to(const ControlVariable& v, const Item& item) {
  return variable_that_sets(v.name) + "=" + (v.name.starts_with("coll_") ? item.value : item.name);
}

class Maker {
 public:
  explicit Maker(const std::vector<ControlVariable>& variables) {
    for (const auto& v : variables)
      if (const auto s = subject_of(v.name); s && !is_aside(*s)) all_.push_back({&v, *s});
    for (const auto& x : all_)
      if (is_algorithm(x.subject) && !x.variable->items.empty()) add_algorithms(x);
    for (const auto& x : all_)
      if (is_priority(x.subject) && is_chosen_by_priority(x.subject.component))
        made_.push_back({"all=" + x.subject.component, priority_of(x.subject.component)});
    for (const auto& x : all_)
      if (!is_priority(x.subject) && !(is_algorithm(x.subject) && !x.variable->items.empty())) vary(x);
  }
  std::vector<Choosable> take() { return std::move(made_); }

 private:
  struct Known {
    const ControlVariable* variable;
    Subject subject;
  };
  /// That can be chosen together with a number.
  struct Base {
    std::string label;
    std::vector<std::string> environment;
  };
  struct Algorithm {
    Subject of;
    std::string name;
    Base base;
  };

  /// MPICH takes another algorithm in silence where the chosen one does not support a call, unless it is told not to;
  /// and those through shared memory only after some calls.
  void add_algorithms(const Known& x) {
    const auto& s = x.subject;
    for (const auto& item : x.variable->items) {
      if (is_default(item.name)) continue;
      Base base{s.procedure + "=" + as_word(item.name), {}};
      if (s.component == "tuned") base.environment.emplace_back("OMPI_MCA_coll_tuned_use_dynamic_rules=1");
      if (x.variable->name.starts_with("MPIR_CVAR_"))
        base.environment.emplace_back("MPIR_CVAR_COLLECTIVE_FALLBACK=error");
      if (s.procedure.ends_with("-posix")) base.environment.emplace_back("MPIR_CVAR_POSIX_NUM_COLLS_THRESHOLD=0");
      base.environment.push_back(set_to(*x.variable, item));
      made_.push_back({base.label, base.environment});
      algorithms_.push_back({s, item.name, std::move(base)});
    }
  }

  bool is_chosen_by_priority(const std::string& component) const {
    const bool has_algorithms =
        std::ranges::any_of(algorithms_, [&](const auto& a) { return a.of.component == component; });
    return !component.empty() && !has_algorithms && !has_any({component}, {"self", "inter", "sync"});
  }

  static std::vector<std::string> priority_of(const std::string& component) {
    return {"OMPI_MCA_coll_" + component + "_priority=100"};
  }

  /// Whether the variable is about the algorithm.
  static bool is_about(const Known& x, const std::string& algorithm) {
    constexpr std::size_t telling = 4;  // letters of a word
    const auto said = words_of(x.variable->description), names = words_of(algorithm);
    const auto whole = join(names, 0, names.size());
    if (names.size() > 1 && ("_" + join(said, 0, said.size()) + "_").find("_" + whole + "_") != std::string::npos)
      return true;
    return std::ranges::any_of(names, [&](const auto& name) {
      return name.size() >= telling && !has_any({name}, {"buffer", "single", "multiple"}) &&
             std::ranges::find(x.subject.rest, name) != x.subject.rest.end();
    });
  }

  /// With what a variable is varied: nothing, a component, or algorithms.
  std::vector<Base> bases_of(const Known& x) const {
    const auto& s = x.subject;
    const bool is_of_shared_memory = has_any(s.rest, {"intranode"});  // MPICH's way to say it
    const auto procedure = s.procedure + (is_of_shared_memory ? "-posix" : "");
    std::vector<Base> about, all;
    for (const auto& a : algorithms_) {
      if (a.of.procedure != procedure || a.of.component != s.component || a.name == "mpir") continue;
      all.push_back(a.base);
      if (is_about(x, a.name)) about.push_back(a.base);
    }
    if (!about.empty()) return about;
    const bool needs_one = is_of_shared_memory || x.variable->description.find("Only has meaning") != std::string::npos;
    if (needs_one && has_any(s.rest, {"fanout"})) return {};  // of trees or chains, which an algorithm's name tells
    if (needs_one && !all.empty()) return all;
    if (is_chosen_by_priority(s.component)) return {{s.procedure + "=" + s.component, priority_of(s.component)}};
    return {{s.procedure + "=" + (s.component == "sync" ? s.component : ""), {}}};
  }

  void vary(const Known& x) {
    const auto rest = join(x.subject.rest, 0, x.subject.rest.size());
    const auto items = values(*x.variable, x.subject.rest);
    const auto bases = bases_of(x);
    if (items.empty() || bases.empty())
      made_.push_back({x.subject.procedure + "=" + x.variable->name,
                       {},
                       items.empty() ? "its values are any text: name some in a file of --algorithms"
                                     : "it has a meaning only for algorithms that there are not"});
    else
      for (const auto& base : bases)
        for (const auto& item : items) {
          const auto plus = base.label.ends_with('=') ? "" : "+";
          Choosable c{base.label + plus + rest + ":" + as_word(item.name), base.environment};
          c.environment.push_back(set_to(*x.variable, item));
          made_.push_back(std::move(c));
        }
  }

  std::vector<Known> all_;
  std::vector<Algorithm> algorithms_;
  std::vector<Choosable> made_;
};

}  // namespace

bool is_of_collectives(const std::string& control_variable) {
  const auto subject = subject_of(control_variable);
  return subject && !is_aside(*subject);
}

std::vector<Choosable> choosables(const std::vector<ControlVariable>& variables) { return Maker(variables).take(); }

std::string print(const Choosable& c) {
  if (!c.why_not.empty()) return c.label + " not " + c.why_not + "\n";
  std::string text;
  for (const auto& pair : c.environment) text += c.label + " env " + pair + "\n";
  return text;
}

}  // namespace tutti::conform
