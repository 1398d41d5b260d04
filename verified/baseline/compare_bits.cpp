#include <algorithm>
#include <optional>
#include <set>

#include "verified/baseline/compare_parts.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::baseline {
namespace {

/// Whether another tree may have given the other bits.
bool bracketing_may_show(const std::string& load) {
  const auto predefined = conform::predefined_named(load);
  if (!predefined) return conform::is_term(load);
  const auto type_class = tutti::row(predefined->second).type_class;
  return (predefined->first == Op::sum || predefined->first == Op::prod) &&
         (type_class == TypeClass::floating || type_class == TypeClass::complex);
}

bool is_explained(const Case& which, const std::vector<Change>& changes) {
  if (!bracketing_may_show(which.load)) return false;
  const auto bytes = bytes_of(which);
  return std::ranges::any_of(changes, [&](const Change& c) {
    return c.what == What::tree && c.procedure == which.procedure && c.ranks == which.ranks && c.bytes <= bytes &&
           bytes <= c.last_bytes;
  });
}

/// The bits of each rank, those that are the same once.
std::string print_digests(const Result& r) {
  std::set<std::string> all;
  for (const auto& rank : r.ranks) all.insert(rank.different.begin(), rank.different.end());
  std::string text = all.empty() ? "none" : *all.begin();
  if (all.size() > 1) text += " and " + std::to_string(all.size() - 1) + " others";
  if (!r.repeats()) text += ", not the same in each call";
  if (!r.ranks_agree()) text += ", not the same at all ranks";
  return text;
}

/// Cells that differ in their size alone are told together.
bool belong_together(const Change& a, const Change& b) {
  return a.procedure == b.procedure && a.ranks == b.ranks && a.about == b.about;
}

std::string about(const Case& c) {
  auto text = c.load;
  if (c.root != 0) text += ", root " + std::to_string(c.root);
  if (c.in_place) text += ", in place";
  return text;
}

}  // namespace

void compare_bits(const Recording& before, const Recording& after, Comparison& comparison) {
  const auto key = [](const Result& r) { return print(r.which); };
  std::vector<Change> found;
  for (const auto& [a, b] : pairs(before.results, after.results, key, comparison.results)) {
    if (a->ranks == b->ranks) continue;
    const bool is_steadier = b->repeats() >= a->repeats() && b->ranks_agree() >= a->ranks_agree();
    if (is_steadier && is_explained(a->which, comparison.changes)) {
      ++comparison.explained_results;
      continue;
    }
    const auto bytes = bytes_of(a->which);
    Change change{.what = What::bits,
                  .procedure = a->which.procedure,
                  .ranks = a->which.ranks,
                  .bytes = bytes,
                  .last_bytes = bytes,
                  .from = print_digests(*a),
                  .to = print_digests(*b),
                  .about = about(a->which)};
    const auto same = std::ranges::find_if(found, [&](const Change& c) { return belong_together(c, change); });
    if (same == found.end()) {
      found.push_back(std::move(change));
    } else {
      same->bytes = std::min(same->bytes, bytes);
      same->last_bytes = std::max(same->last_bytes, bytes);
    }
  }
  comparison.changes.insert(comparison.changes.end(), found.begin(), found.end());
}

}  // namespace tutti::baseline
