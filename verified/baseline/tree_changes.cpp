#include "verified/baseline/tree_changes.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace tutti::baseline {
namespace {

using Known = std::map<std::int64_t, std::optional<Trees>>;

/// The middle of each gap whose ends have different trees.
std::vector<std::int64_t> open_counts(const Known& known) {
  std::vector<std::int64_t> counts;
  for (auto low = known.begin(), high = std::next(low); high != known.end(); ++low, ++high) {
    if (!low->second || !high->second || low->second == high->second) continue;
    if (high->first - low->first > 1) counts.push_back(low->first + (high->first - low->first) / 2);
  }
  return counts;
}

std::vector<TreeSegment> segments_of(const Known& known) {
  std::vector<TreeSegment> segments;
  bool goes_on = false;
  for (const auto& [count, trees] : known) {
    if (trees && goes_on && segments.back().trees == *trees)
      segments.back().last = count;
    else if (trees)
      segments.push_back({count, count, *trees});
    goes_on = trees.has_value();
  }
  return segments;
}

}  // namespace

Trees trees_of(const conform::Revelation& revelation) {
  Trees trees;
  for (const auto& found : revelation.found) {
    const auto& [tree, why, doubted] = found.revealed;
    std::set<Rank> ranks;
    for (const auto& place : found.places) ranks.insert(place.ranks.begin(), place.ranks.end());
    trees.push_back({tree ? print(*tree) : doubted ? print(*doubted) : "", why, {ranks.begin(), ranks.end()}});
  }
  return trees;
}

bool are_alike(const Trees& a, const Trees& b) {
  return std::ranges::equal(a, b, [](const TreeOfRanks& x, const TreeOfRanks& y) {
    return x.tree == y.tree && x.ranks == y.ranks && (x.why == y.why || !x.tree.empty());
  });
}

std::vector<FoundTrees> find_tree_changes(const std::vector<std::vector<std::int64_t>>& samples, const TreeOracle& ask,
                                          int most_questions) {
  std::vector<Known> known(samples.size());
  std::vector<int> asked(samples.size());
  std::vector<FoundTrees> found(samples.size());
  std::vector<TreeQuestion> questions;
  for (std::size_t chain = 0; chain < samples.size(); ++chain)
    for (const auto count : samples[chain]) questions.push_back({chain, count});
  while (!questions.empty()) {
    const auto answers = ask(questions);
    for (std::size_t i = 0; i < questions.size(); ++i) known[questions[i].chain][questions[i].count] = answers[i];
    questions.clear();
    for (std::size_t chain = 0; chain < samples.size(); ++chain)
      for (const auto count : open_counts(known[chain])) {
        if (++asked[chain] > most_questions) found[chain].complete = false;
        if (found[chain].complete) questions.push_back({chain, count});
      }
  }
  for (std::size_t chain = 0; chain < samples.size(); ++chain) found[chain].segments = segments_of(known[chain]);
  return found;
}

}  // namespace tutti::baseline
