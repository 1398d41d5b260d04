#include "verified/conform/drive/triage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::conform {
namespace {

using Features = std::vector<std::pair<std::string, std::string>>;  ///< of a case, by name

std::string elements_of(Type type) {
  switch (row(type).type_class) {
    case TypeClass::floating: return "floating-point";
    case TypeClass::complex: return "complex";
    case TypeClass::pair: return "pairs";
    case TypeClass::logical: return "logical";
    default: break;
  }
  const bool is_unsigned =
      type == Type::byte || visit(type, []<class T>(std::type_identity<T>) { return std::is_unsigned_v<T>; });
  return is_unsigned ? "unsigned" : "signed";
}

void add_load(Features& to, const Case& c) {
  const auto* foreign = foreign_type_of(c.load);
  if (foreign) to.emplace_back("language", "Fortran's or C++'s");
  if (const auto pair = predefined_named(c.load)) {
    const auto slash = c.load.find('/');
    to.emplace_back("operator", c.load.substr(0, slash));
    to.emplace_back("elements", elements_of(pair->second));
    to.emplace_back("datatype", c.load.substr(slash + 1));
    return;
  }
  const auto* user = user_operator_named(c.load);
  to.emplace_back(user ? "operator" : "datatype", c.load);
  if (user) to.emplace_back("operator of", "the user");
  if (user) to.emplace_back("operator", user->commutes ? "one that commutes" : "one that does not commute");
  const auto* pair = datatype_pair_row_named(c.load);
  if (pair || (user && user->type)) to.emplace_back("datatype", "derived");
}

/// The powers of two between which a number is: of a size, both sides are features.
void add_bounds(Features& to, const std::string& name, std::int64_t n, std::initializer_list<std::int64_t> bounds) {
  for (const auto bound : bounds)
    to.emplace_back(name, n < bound ? "below " + std::to_string(bound) : "from " + std::to_string(bound) + " on");
}

/// From general to special: what comes first is said where it tells as much.
Features features_of(const Case& c) {
  Features all{{"procedure", std::string(row(c.procedure).name)}};
  all.emplace_back("form", name_of(c.form));
  if (c.form != Form::blocking) all.emplace_back("form", "nonblocking or persistent");
  all.emplace_back("communicator", name_of(c.comm));
  add_load(all, c);
  if (!c.wrong.empty()) all.emplace_back("wrong argument", c.wrong);
  if (!c.wrong.empty()) all.emplace_back("error handler", name_of(c.handler));
  all.emplace_back("scene", name_of(c.scenario));
  const auto flag = [&](const char* name, bool is) { all.emplace_back(name, is ? "yes" : "no"); };
  if (c.form != Form::blocking) all.emplace_back("completion", name_of(c.completion));
  flag("handles freed", c.freed);
  all.emplace_back("what is not significant", name_of(c.insignificant));
  const auto use = uses(c.procedure);
  if (use.in_place) flag("in place", c.in_place);
  if (use.irregular) flag("irregular", c.irregular);
  if (use.scattered) flag("scattered", c.scattered);
  if (use.datatypes) flag("buffers at MPI_BOTTOM", c.bottom);
  if (communicates(c.procedure)) flag("buffers side by side", c.adjacent);
  flag("large count", c.large_count);
  if (use.root) flag("root 0", c.root == 0);
  if (use.root) flag("root the last", c.root > 0 && c.root == roots(c.comm, c.ranks) - 1);
  add_bounds(all, "ranks", c.ranks, {2, 3, 4, 5, 8, 9});
  flag("power of two ranks", (c.ranks & (c.ranks - 1)) == 0);
  flag("several nodes", c.nodes.count > 1);
  if (c.nodes.count > 1) all.emplace_back("nodes", print(c.nodes));
  if (use.count) {
    add_bounds(all, "count", c.count, {1, 2});
    add_bounds(all, "bytes", c.count * bytes_of_load(c.load),
               {64, 256, 512, 1024, 2048, 4096, 8192, 12288, 16384, 32768, 65536, 131072, 262144, 524288});
  }
  if (!c.algorithm.empty()) all.emplace_back("algorithm", c.algorithm);
  return all;
}

/// Whether a case has one value of the feature, so that values of it may be counted together.
bool has_one_value(const std::string& feature) {
  constexpr std::array features{"procedure", "communicator", "algorithm", "wrong argument", "scene"};
  return std::ranges::find(features, feature) != features.end();
}

/// Learns conditions, group by group.
class Learner {
 public:
  Learner(const std::vector<Case>& programme, const std::vector<Outcome>& outcomes) {
    std::map<std::pair<std::string, std::string>, int> numbers;
    for (std::size_t k = 0; k < programme.size(); ++k) {
      const auto verdict = outcomes[k].verdict;
      if (verdict != Verdict::failed && verdict != Verdict::passed) continue;
      Item item{static_cast<int>(k), verdict == Verdict::failed, {}};
      int place = 0;  // of the feature, from general to special
      for (auto& feature : features_of(programme[k])) {
        const auto [known, is_new] = numbers.try_emplace(feature, static_cast<int>(atoms_.size()));
        if (is_new) atoms_.push_back({feature, place});
        item.atoms.push_back(known->second);
        ++place;
      }
      std::ranges::sort(item.atoms);
      items_.push_back(std::move(item));
    }
  }

  std::vector<FailureGroup> groups() {
    std::vector<FailureGroup> all;
    std::vector<const Item*> open;
    for (const auto& item : items_)
      if (item.failed) open.push_back(&item);
    while (!open.empty()) {
      const auto rule = learn(open);
      FailureGroup group{conditions_of(rule), {}, passed(rule)};
      std::vector<const Item*> others;
      for (const auto* item : open) {
        if (meets(*item, rule))
          group.cases.push_back(item->number);
        else
          others.push_back(item);
      }
      open = std::move(others);
      all.push_back(std::move(group));
    }
    return all;
  }

 private:
  struct Item {
    int number;
    bool failed;
    std::vector<int> atoms;
  };
  struct Atom {
    std::pair<std::string, std::string> feature;
    int place;  ///< the less, the more general
  };
  using AnyOf = std::vector<int>;   ///< atoms of one feature
  using Rule = std::vector<AnyOf>;  ///< a case must have one of each

  static bool has(const Item& item, const AnyOf& atoms) {
    return std::ranges::any_of(atoms, [&](int atom) { return std::ranges::binary_search(item.atoms, atom); });
  }
  static bool meets(const Item& item, const Rule& rule) {
    return std::ranges::all_of(rule, [&](const AnyOf& atoms) { return has(item, atoms); });
  }

  int passed(const Rule& rule) const {
    return static_cast<int>(std::ranges::count_if(items_, [&](const Item& i) { return !i.failed && meets(i, rule); }));
  }

  /// Adds the atom with the greatest gain (Quinlan, Learning logical definitions from relations, 1990) until most cases
  /// that meet them fail, or nothing tells these from the others: a cause need not show in every case. Then such as
  /// tell nearly all failures from nearly all others.
  Rule learn(const std::vector<const Item*>& failures) const {
    std::vector<const Item*> bad = failures, good;
    for (const auto& item : items_)
      if (!item.failed) good.push_back(&item);
    Rule rule;
    constexpr std::size_t most_conditions = 5;
    while (!good.empty() && rule.size() < most_conditions) {
      const auto atoms = best(bad, good, rule);
      if (atoms.empty()) break;
      rule.push_back(atoms);
      const auto lacks = [&](const Item* i) { return !has(*i, atoms); };
      const auto lacking = [&](const auto& items) {
        return static_cast<double>(std::ranges::count_if(items, lacks)) / static_cast<double>(items.size());
      };
      constexpr double few = 0.1, most = 0.9;
      if (rule.size() > 1 && bad.size() >= good.size() && (lacking(bad) > few || lacking(good) < most)) {
        rule.pop_back();
        break;
      }
      std::erase_if(bad, lacks);
      std::erase_if(good, lacks);
    }
    return rule;
  }

  /// Those values of which most cases fail, where they are several, for each feature of which a case has one value.
  std::vector<AnyOf> together(const std::vector<int>& in_bad, const std::vector<int>& in_good) const {
    std::map<std::string, AnyOf> by_feature;
    for (std::size_t a = 0; a < atoms_.size(); ++a)
      if (has_one_value(atoms_[a].feature.first) && in_bad[a] > in_good[a])
        by_feature[atoms_[a].feature.first].push_back(static_cast<int>(a));
    std::vector<AnyOf> all;
    for (auto& [feature, atoms] : by_feature)
      if (atoms.size() > 1) all.push_back(std::move(atoms));
    return all;
  }

  AnyOf best(const std::vector<const Item*>& bad, const std::vector<const Item*>& good, const Rule& rule) const {
    std::vector<int> in_bad(atoms_.size()), in_good(atoms_.size());
    for (const auto* item : bad)
      for (const int atom : item->atoms) ++in_bad[static_cast<std::size_t>(atom)];
    for (const auto* item : good)
      for (const int atom : item->atoms) ++in_good[static_cast<std::size_t>(atom)];
    auto candidates = together(in_bad, in_good);
    for (std::size_t a = 0; a < atoms_.size(); ++a)
      if (in_bad[a] > 0) candidates.push_back({static_cast<int>(a)});
    const auto sum = [](const std::vector<int>& of, const AnyOf& atoms) {
      int all = 0;
      for (const int a : atoms) all += of[static_cast<std::size_t>(a)];
      return all;
    };
    const auto information = [](double failed, double of) { return -std::log2(failed / of); };
    const auto before = information(static_cast<double>(bad.size()), static_cast<double>(bad.size() + good.size()));
    const AnyOf* found = nullptr;
    // What would tell fewer failures apart than it leaves to other groups, at little gain, is no cause.
    double most = 0.05 * static_cast<double>(bad.size());
    for (const auto& atoms : candidates) {
      if (std::ranges::find(rule, atoms) != rule.end()) continue;
      const int failing = sum(in_bad, atoms);
      const double gain = failing * (before - information(failing, failing + sum(in_good, atoms)));
      const bool more_general = found && gain > 0.98 * most && place_of(atoms) < place_of(*found);
      if (gain <= most && !more_general) continue;
      most = std::max(most, gain);
      found = &atoms;
    }
    return found ? *found : AnyOf();
  }

  int place_of(const AnyOf& atoms) const { return atoms_[static_cast<std::size_t>(atoms.front())].place; }

  std::vector<Condition> conditions_of(Rule rule) const {
    std::ranges::stable_sort(rule, {}, [this](const AnyOf& atoms) { return place_of(atoms); });
    std::vector<Condition> all;
    for (const auto& atoms : rule) {
      Condition condition{atoms_[static_cast<std::size_t>(atoms.front())].feature.first, {}};
      for (const int a : atoms) condition.values.push_back(atoms_[static_cast<std::size_t>(a)].feature.second);
      all.push_back(std::move(condition));
    }
    return all;
  }

  std::vector<Item> items_;
  std::vector<Atom> atoms_;
};

/// The place of the only condition in which the values differ; nothing where there is none or several.
std::optional<std::size_t> only_difference(const FailureGroup& a, const FailureGroup& b) {
  if (a.conditions.size() != b.conditions.size()) return std::nullopt;
  std::optional<std::size_t> place;
  for (std::size_t i = 0; i < a.conditions.size(); ++i) {
    if (a.conditions[i].feature != b.conditions[i].feature) return std::nullopt;
    if (a.conditions[i] == b.conditions[i]) continue;
    if (place) return std::nullopt;
    place = i;
  }
  return place;
}

/// Whether the values of a feature stand side by side, as sizes do not.
bool is_a_kind(const std::string& feature) {
  constexpr std::array kinds{"procedure", "operator",  "elements",       "datatype", "communicator",
                             "form",      "algorithm", "wrong argument", "scene"};
  return std::ranges::find(kinds, feature) != kinds.end();
}

bool merge_two(std::vector<FailureGroup>& all) {
  for (std::size_t i = 0; i < all.size(); ++i)
    for (auto k = i + 1; k < all.size(); ++k) {
      const auto place = only_difference(all[i], all[k]);
      if (!place || !is_a_kind(all[i].conditions[*place].feature)) continue;
      if (all[i].conditions.size() < 2) continue;  // one condition alone is no more than its values
      auto& values = all[i].conditions[*place].values;
      const auto& more = all[k].conditions[*place].values;
      values.insert(values.end(), more.begin(), more.end());
      all[i].cases.insert(all[i].cases.end(), all[k].cases.begin(), all[k].cases.end());
      std::ranges::sort(all[i].cases);
      all[i].also_passed += all[k].also_passed;
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
      return true;
    }
  return false;
}

}  // namespace

std::vector<FailureGroup> triage(const std::vector<Case>& programme, const std::vector<Outcome>& outcomes) {
  auto all = Learner(programme, outcomes).groups();
  while (merge_two(all)) continue;
  std::ranges::stable_sort(all, std::greater(), [](const FailureGroup& g) { return g.cases.size(); });
  return all;
}

std::string describe(const FailureGroup& group) {
  std::string text;
  for (const auto& [feature, values] : group.conditions) {
    text += (text.empty() ? "" : ", ") + feature + " ";
    for (std::size_t i = 0; i < values.size(); ++i)
      text += (i == 0 ? "" : i + 1 == values.size() ? " or " : ", ") + values[i];
  }
  return text.empty() ? "nothing that tells them from cases that pass" : text;
}

}  // namespace tutti::conform
