#include "cli/common/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "cli/common/commands.hpp"
#include "cli/common/given.hpp"

namespace tutti::cli {
namespace {

std::string joined(const std::vector<std::string>& names, std::string_view separator) {
  std::string text;
  for (const auto& name : names) text.append(text.empty() ? "" : separator).append(name);
  return text;
}

/// Levenshtein's distance: how many letters to insert, delete or replace.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j)
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])}));
  }
  return row[b.size()];
}

std::vector<std::string> names_of(Collective c) {
  std::vector<std::string> names;
  for (const auto& a : algorithms())
    if (a.collective == c) names.push_back(a.name);
  return names;
}

Collective collective_called(const std::string& name) {
  if (const auto c = collective_named(name)) return *c;
  std::vector<std::string> valid;
  for (const auto& c : collectives) valid.emplace_back(c.name);
  throw UsageError("there is no collective " + not_among(name, valid));
}

}  // namespace

std::string not_among(std::string_view wrong, const std::vector<std::string>& valid) {
  const auto nearest = std::ranges::min_element(valid, {}, [&](const auto& name) { return distance(wrong, name); });
  const bool close = nearest != valid.end() && distance(wrong, *nearest) <= std::max<std::size_t>(2, wrong.size() / 4);
  return fmt::format("'{}'{} valid are: {}", wrong, close ? "; did you mean " + *nearest + "?" : ";",
                     joined(valid, ", "));
}

const Algorithm& algorithm_called(const std::string& name) {
  if (names_schedules(name)) return only_schedule(name);
  if (const auto* a = find_algorithm(name)) return *a;
  const auto slash = name.find('/');
  const auto collective = collective_called(name.substr(0, slash));
  const auto valid = names_of(collective);
  if (slash == std::string::npos)
    throw UsageError(fmt::format("'{}' is a collective; name one of its algorithms: {}", name, joined(valid, ", ")));
  throw UsageError("there is no algorithm " + not_among(name, valid));
}

std::vector<const Algorithm*> algorithms_called(const std::vector<std::string>& names,
                                                const std::function<std::string(const std::string& word)>& text_of) {
  std::vector<const Algorithm*> called;
  for (const auto& name : names) {
    if (names_schedules(name)) {
      for (const auto* one : schedules_in(text_of(name), name)) called.push_back(one);
      continue;
    }
    if (name.find('/') != std::string::npos) {
      called.push_back(&algorithm_called(name));
      continue;
    }
    const auto collective = collective_called(name);
    for (const auto& a : algorithms())
      if (a.collective == collective) called.push_back(&a);
  }
  if (names.empty())
    for (const auto& a : algorithms()) called.push_back(&a);
  std::ranges::sort(called, {}, [](const Algorithm* a) -> const std::string& { return a->name; });
  called.erase(std::unique(called.begin(), called.end()), called.end());
  return called;
}

std::string_view print_agreement(const Algorithm& algorithm, bool agreement) {
  if (!row(algorithm.collective).combines()) return "-";
  return agreement ? "yes" : "no";
}

std::string print_shapes(const std::vector<Shape>& shapes) {
  constexpr std::size_t most = 32;
  std::vector<std::string> names;
  for (const auto& shape : std::span(shapes).first(std::min(most, shapes.size()))) names.push_back(print_shape(shape));
  if (shapes.size() > most) names.emplace_back("…");
  return joined(names, ", ");
}

std::string print(const Needs& needs) {
  const auto names = laws(needs);
  return names.empty() ? "none" : joined(names, " + ");
}

std::vector<std::string> laws(const Needs& needs) {
  std::vector<std::string> names;
  if (needs.associative) names.emplace_back("associative");
  if (needs.commutative) names.emplace_back("commutative");
  return names;
}

}  // namespace tutti::cli
