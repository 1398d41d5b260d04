#include <algorithm>

#include "verified/baseline/compare_parts.hpp"
#include "verified/baseline/tree_changes.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::baseline {
namespace {

/// Beyond the first count, each one at which one of the two begins another segment, or has ended one.
std::vector<std::int64_t> boundaries(const TreeChain& a, const TreeChain& b, std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> all{first};
  for (const auto* chain : {&a, &b})
    for (const auto& s : chain->segments)
      for (const auto count : {s.first, s.last + 1})
        if (first < count && count <= last) all.push_back(count);
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// The sizes that the MPI names at which it changes what it does, if `count` is where it would.
std::string settings_at(const Case& which, std::int64_t count, const Environment& before, const Environment& after) {
  auto here = which, below = which;
  here.count = count;
  below.count = count - 1;
  std::string text;
  for (const auto* environment : {&before, &after})
    for (const auto& c : environment->cut_offs) {
      const auto setting = c.name + " is " + std::to_string(c.bytes);
      const bool is_near = bytes_of(below) <= c.bytes && c.bytes <= bytes_of(here);
      if (is_near && concerns(c, which.procedure) && text.find(setting) == std::string::npos)
        text += (text.empty() ? "" : ", ") + setting;
    }
  return text;
}

void compare_chains(const TreeChain& a, const TreeChain& b, const Recording& before, const Recording& after,
                    Comparison& comparison) {
  const auto first = std::max(a.segments.front().first, b.segments.front().first);
  const auto last = std::min(a.segments.back().last, b.segments.back().last);
  if (first > last) {
    --comparison.trees.common;
    comparison.trees.only_old.push_back(key_of_chain(a) + " of other sizes");
    comparison.trees.only_new.push_back(key_of_chain(b) + " of other sizes");
    return;
  }
  if (!a.complete || !b.complete)
    comparison.undecided.push_back(
        {What::tree, "trees: those of '" + key_of_chain(a) + "' change more often than was looked for"});
  const auto counts = boundaries(a, b, first, last);
  bool a_has_more = a.segments.front().first < first || last < a.segments.back().last,
       b_has_more = b.segments.front().first < first || last < b.segments.back().last;
  for (const auto count : counts) {
    a_has_more |= a.at(count) && !b.at(count);
    b_has_more |= b.at(count) && !a.at(count);
  }
  if (a_has_more) comparison.trees.only_old.push_back(key_of_chain(a) + " of some sizes");
  if (b_has_more) comparison.trees.only_new.push_back(key_of_chain(b) + " of some sizes");
  Change* open = nullptr;  // goes on up to here
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto* old_one = a.at(counts[i]);
    const auto* new_one = b.at(counts[i]);
    const bool differs = old_one && new_one && !are_alike(old_one->trees, new_one->trees);
    if (!differs) {
      open = nullptr;
      continue;
    }
    auto from = a.which, until = a.which;
    from.count = counts[i];
    until.count = i + 1 < counts.size() ? counts[i + 1] - 1 : last;
    Change change{.what = What::tree,
                  .procedure = a.which.procedure,
                  .ranks = a.which.ranks,
                  .bytes = bytes_of(from),
                  .last_bytes = bytes_of(until),
                  .from = print(old_one->trees),
                  .to = print(new_one->trees),
                  .about = settings_at(a.which, counts[i], before.environment, after.environment),
                  .from_trees = old_one->trees,
                  .to_trees = new_one->trees,
                  .first = from,
                  .last = until,
                  .nodes = a.which.nodes};
    if (open && open->from == change.from && open->to == change.to) {
      open->last_bytes = change.last_bytes;
      open->last = change.last;
      continue;
    }
    comparison.changes.push_back(std::move(change));
    open = &comparison.changes.back();
  }
}

}  // namespace

std::string print(const std::vector<TreeOfRanks>& trees) {
  std::string text;
  for (const auto& t : trees) {
    text += (text.empty() ? "" : "; ") + (t.tree.empty() ? "no tree (" + t.why + ")" : t.tree) + " at ranks ";
    for (std::size_t i = 0; i < t.ranks.size(); ++i) text += (i ? "," : "") + std::to_string(t.ranks[i]);
  }
  return text.empty() ? "no result" : text;
}

void compare_trees(const Recording& before, const Recording& after, Comparison& comparison) {
  for (const auto& [a, b] : pairs(before.trees, after.trees, key_of_chain, comparison.trees))
    compare_chains(*a, *b, before, after, comparison);
}

}  // namespace tutti::baseline
