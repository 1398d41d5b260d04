// Which results are said to be the same, of recordings that are made up.
#include "verified/baseline/bits_map.hpp"

#include <algorithm>

#include "tests/support/property.hpp"
#include "verified/baseline/grid.hpp"

namespace tutti::baseline {
namespace {

using conform::Bracketing, conform::Nodes, conform::Procedure;

TreeChain chain(Case which, std::vector<TreeSegment> segments) {
  which.scenario = conform::Scenario::reveal;
  which.load = "sum/double";
  which.count = segments.front().first;
  return {which, std::move(segments)};
}

std::vector<Rank> ranks_below(int n) {
  std::vector<Rank> all;
  for (Rank r = 0; r < n; ++r) all.push_back(r);
  return all;
}

Case allreduce(int ranks, Nodes nodes = {}) {
  return {.procedure = Procedure::allreduce, .ranks = ranks, .nodes = nodes};
}

TreeSegment segment(std::int64_t first, std::int64_t last, const std::string& tree, int ranks) {
  return {first, last, {{tree, "", ranks_below(ranks)}}};
}

Result result(Case which, const std::string& digest) {
  which.scenario = conform::Scenario::digest;
  which.load = "sum/double";
  return {which, std::vector<conform::Digests>(static_cast<std::size_t>(which.ranks), conform::Digests{{digest}})};
}

Recording good() {
  Recording r;
  r.trees = {chain(allreduce(2), {segment(1, 100, "(0·1)", 2)}), chain(allreduce(3), {segment(1, 100, "((0·1)·2)", 3)}),
             chain(allreduce(3, {2}), {segment(1, 100, "((0·1)·2)", 3)})};
  r.results = {result(allreduce(2), "a"), result(allreduce(3), "b"), result(allreduce(3, {2}), "b")};
  return r;
}

Sameness sameness(const Recording& r, std::string_view name) {
  const auto all = samenesses(r);
  return *std::ranges::find(all, name, &Sameness::name);
}

TEST_CASE("an allreduce by one family of trees is the same for all there is, and roots it has none") {
  for (const auto& s : samenesses(good())) {
    CAPTURE(s.name);
    if (s.name == "roots")
      CHECK_FALSE(s.holds);
    else
      CHECK(s.holds == true);
    CHECK(s.why.empty() == (s.holds == true));
  }
}

TEST_CASE("each thing for which results differ is named with a case, and nothing else") {
  const auto refuted = [](const Recording& r) {
    std::vector<std::string_view> names;
    for (const auto& s : samenesses(r))
      if (s.holds == false) names.push_back(s.name);
    return names;
  };
  using Names = std::vector<std::string_view>;
  auto r = good();
  r.results[1].ranks[2].different = {"c"};
  r.results[2].ranks[2].different = {"c"};
  CHECK(refuted(r) == Names{"ranks"});
  CHECK(sameness(r, "ranks").why == "np 3, 8 bytes, sum/double");

  r = good();
  r.results[0].ranks[0].different = {"a", "c"};
  r.results[0].ranks[1].different = {"a", "c"};
  CHECK(refuted(r) == Names{"runs"});

  r = good();
  for (auto& c : {&r.trees[1], &r.trees[2]})
    c->segments = {segment(1, 9, "((0·1)·2)", 3), segment(10, 100, "((1·0)·2)", 3)};
  CHECK(refuted(r) == Names{"sizes", "np"});
  CHECK(sameness(r, "sizes").why == "np 3, 80 bytes: another tree");
  CHECK(sameness(r, "np").why == "np 3, 80 bytes: those of np 2 are combined otherwise");

  r = good();
  for (auto& c : {&r.trees[1], &r.trees[2]}) c->segments.front().trees.push_back({"(2·(0·1))", "", {1}});
  CHECK(refuted(r) == Names{"sizes", "np"});
  CHECK(sameness(r, "sizes").why.starts_with("np 3, 8 bytes: the tree of an element at rank 0 depends") == false);
  CHECK(sameness(r, "sizes").why.starts_with("np 3, 8 bytes: the tree of an element at rank 1 depends"));

  r = good();
  r.trees[2].segments = {segment(1, 50, "((0·1)·2)", 3), segment(51, 100, "((0·1)·2)", 3)};
  r.trees[2].segments[1].trees.front().tree = "(0·(1·2))";
  CHECK(refuted(r) == Names{"sizes", "placements"});
  CHECK(sameness(r, "placements").why == "np 3 on 2 nodes, 408 bytes: another tree");

  r = good();
  for (auto& rank : r.results[2].ranks) rank.different = {"d"};
  CHECK(refuted(r) == Names{"placements"});

  r = good();
  r.trees[0].complete = false;
  CHECK(refuted(r) == Names{"sizes"});
}

TEST_CASE("a reduce has the same bits for all roots where those of its roots are") {
  Case last{.procedure = Procedure::reduce, .ranks = 3, .root = 2};
  auto first = last;
  first.root = 0;
  Recording r;
  r.results = {result(first, "a"), result(last, "b")};
  for (const auto rank : {1, 2}) r.results[0].ranks[static_cast<std::size_t>(rank)].different.clear();
  for (const auto rank : {0, 1}) r.results[1].ranks[static_cast<std::size_t>(rank)].different.clear();
  CHECK(sameness(r, "roots").holds == false);
  CHECK(sameness(r, "roots").why == "np 3, 8 bytes: root 2, sum/double");
  r.results[1].ranks[2].different = {"a"};
  CHECK(sameness(r, "roots").holds == true);
  CHECK_FALSE(sameness(r, "ranks").holds);
}

TEST_CASE("a tree of some of its leaves keeps their order and their bracketing") {
  const auto of = [](const char* tree, int ranks) {
    const auto found = restricted(*conform::parse_bracketing(tree), ranks);
    return found ? print(*found) : "nothing";
  };
  CHECK(of("((0·1)·(2·3))", 3) == "((0·1)·2)");
  CHECK(of("((3·1)·(2·0))", 2) == "(1·0)");
  CHECK(of("(0·1·2·3)", 3) == "(0·1·2)");
  CHECK(of("(2·3)", 2) == "nothing");
  CHECK(of("((0·1)·2)", 3) == "((0·1)·2)");
}

}  // namespace
}  // namespace tutti::baseline
