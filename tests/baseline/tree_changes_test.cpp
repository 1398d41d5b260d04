// Bisection for the sizes at which trees change, of MPIs that are functions.
#include "verified/baseline/tree_changes.hpp"

#include <algorithm>
#include <set>

#include "tests/support/property.hpp"

namespace tutti::baseline {
namespace {

Trees tree_named(int name) { return {{std::to_string(name), "", {0}}}; }

/// Whose trees have names that change at these counts.
struct Steps {
  std::vector<std::int64_t> at;
  int name(std::int64_t count) const {
    return static_cast<int>(std::ranges::count_if(at, [=](auto c) { return c <= count; }));
  }
};

TEST_CASE("each count at which the trees change is found, where one change lies between two samples") {
  property("the segments are those of the function", [] {
    const std::vector<std::int64_t> samples{1, 64, 512, 4096, 1 << 20};
    std::vector<Steps> chains(1 + static_cast<std::size_t>(draw(4)));
    for (auto& chain : chains)
      for (std::size_t i = 1; i < samples.size(); ++i)
        if (draw(2) == 0) chain.at.push_back(samples[i - 1] + 1 + draw(static_cast<int>(samples[i] - samples[i - 1])));
    int rounds = 0;
    const auto ask = [&](const std::vector<TreeQuestion>& questions) {
      ++rounds;
      std::vector<std::optional<Trees>> answers;
      for (const auto& q : questions) answers.emplace_back(tree_named(chains[q.chain].name(q.count)));
      return answers;
    };
    const auto found = find_tree_changes({chains.size(), samples}, ask);
    for (std::size_t c = 0; c < chains.size(); ++c) {
      const auto& [segments, complete] = found[c];
      RC_ASSERT(complete);
      RC_ASSERT(segments.size() == chains[c].at.size() + 1);
      for (std::size_t i = 0; i < chains[c].at.size(); ++i) {
        RC_ASSERT(segments[i].last == chains[c].at[i] - 1);
        RC_ASSERT(segments[i + 1].first == chains[c].at[i]);
        RC_ASSERT(segments[i + 1].trees == tree_named(static_cast<int>(i) + 1));
      }
      RC_ASSERT(segments.front().first == 1);
      RC_ASSERT(segments.back().last == 1 << 20);
    }
    RC_ASSERT(rounds <= 1 + 20);  // all chains together, halving a range of 2^20
  });
}

TEST_CASE("trees that change with every count are given up, and it is said") {
  const auto ask = [](const std::vector<TreeQuestion>& questions) {
    std::vector<std::optional<Trees>> answers;
    for (const auto& q : questions) answers.emplace_back(tree_named(static_cast<int>(q.count)));
    return answers;
  };
  const auto found = find_tree_changes({{1, 100000}}, ask, 50);
  CHECK_FALSE(found.front().complete);
  CHECK(found.front().segments.size() > 2);
  CHECK(find_tree_changes({{1, 20}}, ask, 50).front().complete);
}

TEST_CASE("a count of which nothing comes ends a segment and is asked once") {
  std::multiset<std::int64_t> asked;
  const auto ask = [&](const std::vector<TreeQuestion>& questions) {
    std::vector<std::optional<Trees>> answers;
    for (const auto& q : questions) {
      asked.insert(q.count);
      answers.push_back(q.count == 8 ? std::nullopt : std::optional(tree_named(q.count < 50)));
    }
    return answers;
  };
  const auto found = find_tree_changes({{1, 4, 8, 16, 64}}, ask).front().segments;
  REQUIRE(found.size() == 3);
  CHECK(found[0].last == 4);
  CHECK(found[1].first == 16);
  CHECK(found[1].last == 49);
  CHECK(found[2].first == 50);
  CHECK(asked.count(8) == 1);
}

}  // namespace
}  // namespace tutti::baseline
