// The proofs for all p of algorithms that pair ranks by bits: they fail where a rule is wrong, and the rules that they
// are about are those of the schedules.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "verified/algorithms/bits.hpp"
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/binary_blocks.hpp"
#include "verified/check/smt/all_p/shares.hpp"
#include "verified/check/smt/compared.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

// -- Broken twins -----------------------------------------------------------------------------------------------------

/// What the query of that name is refuted with; "not refuted" where it is not.
std::string refuted(const std::vector<smt::Query>& queries, const std::string& name) {
  const auto query = std::ranges::find(queries, "broken/" + name, &smt::Query::name);
  REQUIRE(query != queries.end());
  const auto answer = smt::ask(*query);
  const auto detail = answer.found == smt::Found::refuted ? answer.detail : "not refuted";
  MESSAGE(name << ": " << detail);
  return detail;
}

bool shows(const std::string& detail, std::initializer_list<std::string_view> names) {
  return std::ranges::all_of(names,
                             [&](auto name) { return detail.find(std::string(name) + " = ") != std::string::npos; });
}

/// All queries of those names are refuted, each with a counterexample that shows the names that follow.
void check_refuted(const std::vector<smt::Query>& queries,
                   std::initializer_list<std::pair<std::string_view, std::initializer_list<std::string_view>>> all) {
  for (const auto& [name, names] : all) CHECK(shows(refuted(queries, std::string(name)), names));
}

TEST_CASE("a partner on the wrong side is refuted") {
  const auto queries = smt::partners(
      "broken/", [](auto& v, auto& d) { return if_else((v & d) == 0, [&] { return v - d; }, [&] { return v + d; }); });
  CHECK(shows(refuted(queries, "step/partners"), {"q", "v", "d"}));
  CHECK(shows(refuted(queries, "step/runs"), {"q", "v", "d"}));
}

TEST_CASE("a partner at the same distance above, all around, is refuted: nobody hears from whom he sends to") {
  const auto queries = smt::partners("broken/", [](auto& v, auto& d) { return v + d; });
  CHECK(shows(refuted(queries, "step/partners"), {"q", "v", "d"}));
}

/// Halves that overlap where two blocks are halved, at the last step.
smt::Term half_that_overlaps(const smt::Term& first, const smt::Term& count, const smt::Term& v, const smt::Term& d) {
  return if_else(
      count == 2, [&] { return first; }, [&] { return first_of_half(first, count, v, d); });
}

TEST_CASE("shares that overlap at the last step are refuted there") {
  const auto halves = refuted(smt::shares("broken/", half_that_overlaps), "share/halves");
  CHECK(shows(halves, {"q", "d", "v"}));
  CHECK(halves.find("count = 2") != std::string::npos);
  const auto queries = smt::shares_tile("broken/", half_that_overlaps);
  CHECK(shows(refuted(queries, "share/apart"), {"q", "d", "v", "u", "block"}));
  CHECK(shows(refuted(queries, "share/cover"), {"q", "d", "v", "block"}));
}

TEST_CASE("a share that depends on bits above the distance is refuted") {
  const auto queries = smt::shares(
      "broken/", [](auto& first, auto& count, auto& v, auto& d) { return first_of_half(first, count, v, d + d); });
  CHECK(shows(refuted(queries, "share/alike"), {"q", "d", "v", "u"}));
}

TEST_CASE("gathering as if the root had seat 0 is refuted") {
  const auto queries =
      smt::gathered_shares("broken/", [](auto& root, auto& v, auto& d) { return sends_towards(root - root, v, d); });
  CHECK(shows(refuted(queries, "gather/step"), {"q", "root's seat", "v", "d"}));
}

TEST_CASE("blocks of ranks that are not as large as they can be are refuted") {
  const auto queries = smt::binary_blocks("broken/", [](auto& size, auto& left) { return size <= left; });
  CHECK(shows(refuted(queries, "blocks/falling"), {"p", "size", "next size"}));
}

TEST_CASE("folding into a larger block by the higher bits is refuted") {
  const auto queries = smt::folded_blocks("broken/", [](auto& v, auto& size) { return v / size; });
  CHECK(shows(refuted(queries, "fold/seat"), {"size", "next size", "v"}));
}

TEST_CASE("a floor2 that goes on while q + 1 < p is refuted: it goes too far, and it stops too early") {
  const auto queries = smt::floors("broken/", [](auto& q, auto& p) { return q + 1 < p; });
  check_refuted(queries, {{"floor2/step", {"p", "q"}}, {"floor2/end", {"p", "q"}}});
}

TEST_CASE("distances that treble are refuted: they are no powers of two, and shares and rounds do not fit them") {
  const smt::Next thrice = [](auto& d, auto&) { return d + d + d; };
  check_refuted(smt::partners("broken/", partner<smt::Term>, thrice), {{"step/distance", {"q", "d"}}});
  check_refuted(smt::shares("broken/", first_of_half<smt::Term>, thrice),
                {{"share/count", {"q", "d", "count"}}, {"share/back", {"q"}}});
  check_refuted(smt::binary_blocks("broken/", smt::largest_of, thrice), {{"blocks/distance", {"last", "d"}}});
}

TEST_CASE("a share one distance too early is refuted: it is not one block") {
  const auto one = smt::query(smt::Numbers::vectors, "broken/share/one", "at distance q/2 a share is one block",
                              [](smt::PairSetting& s) {
                                const auto q = s.power_of_two("q"), count = s.power_of_two("count");
                                s.assume(count * (q / 2) == q);
                                return count == 1;
                              });
  check_refuted({one}, {{"share/one", {"q", "count"}}});
}

TEST_CASE("gathering as if the root had the next seat is refuted, before it, on the way and after it") {
  const auto queries = smt::gathered_shares("broken/", sends_towards<smt::Term>, [](auto& root, auto& v, auto& d) {
    return smt::alike_from(root + 1, v, d);
  });
  check_refuted(queries, {{"gather/base", {"q", "root's seat", "v"}},
                          {"gather/step", {"q", "root's seat", "v", "d"}},
                          {"gather/conclusion", {"q", "root's seat", "v"}}});
}

TEST_CASE("a last block of ranks that is larger than what is left is refuted") {
  const auto queries = smt::binary_blocks("broken/", [](auto& size, auto& left) { return left - size < size; });
  check_refuted(queries, {{"blocks/last", {"p", "base", "size"}}});
}

/// The last rank is left out.
smt::Word word_too_short(const smt::Term& first, const smt::Term& count) { return {first, first + count - 1}; }

TEST_CASE("words that leave out the last rank of a run are refuted: they do not lie side by side") {
  check_refuted(smt::folded_blocks("broken/", place_in_run<smt::Term>, word_too_short),
                {{"fold/within", {"p", "base", "d", "run"}}, {"fold/across", {"p", "base", "size", "next base"}}});
}

TEST_CASE("doubling a distance below p without a look at p overflows for large p") {
  const auto queries = {
      smt::query(smt::Numbers::vectors, "broken/doubled", "2d is an int for all d < p", [](smt::PairSetting& s) {
        const auto p = s.any("p"), d = s.distance(p);
        return d < d + d;
      })};
  CHECK(refuted(queries, "doubled").find("d = 1073741824") != std::string::npos);
}

// -- The rules are those of the schedules ----------------------------------------------------------------------------

/// The steps of each round as a multiset, without rounds that have none.
auto rounds(const Schedule& schedule) {
  std::vector<std::vector<Step>> all;
  for (const auto& round : schedule.rounds)
    if (!round.steps.empty()) all.push_back(round.steps);
  for (auto& steps : all)
    std::ranges::sort(steps, {}, [](const Step& s) { return std::tuple(s.from, s.to, s.blocks.first, s.at); });
  return all;
}

/// Where the schedule is not what `by_rules` says: "p = 3, root 0" for the first of all p up to 64 and all roots, empty
/// where there is none.
template <class F>
std::string differs(const std::string& name, F by_rules) {
  const auto& algorithm = *find_algorithm(name);
  for (int p = 1; p <= smt::compared_up_to; ++p)
    for (int root = 0; root < (row(algorithm.collective).rooted() ? p : 1); ++root) {
      if (!holds(algorithm.supports, p)) continue;
      const Group group{.ranks = p, .root = root};
      const auto schedule = algorithm.schedule(group);
      Builder expected(group, schedule.blocks);
      by_rules(expected, group);
      if (rounds(schedule) != rounds(std::move(expected).done())) return fmt::format("p = {}, root {}", p, root);
    }
  return "";
}

/// share(v, d, q) as the proofs have it: halved once at each smaller distance.
Blocks share_by_rule(int v, int d, int q) {
  Blocks share{0, q};
  for (int e = 1; e < d; e = e + e) share = {first_of_half(share.first, share.count, v, e), share.count / 2};
  return share;
}

/// Seat v hears from its partner, and folds what its next share is.
void fold_halves(Builder& s, const std::function<int(int)>& rank, int size, int d, int q) {
  for (int v = 0; v < size; ++v) s.fold(rank(partner(v, d)), rank(v), share_by_rule(v, d + d, q));
}

/// Seat v hears from its partner, and gets the share that this one has.
void double_shares(Builder& s, const std::function<int(int)>& rank, int size, int d, int q) {
  for (int v = 0; v < size; ++v) s.move(rank(partner(v, d)), rank(v), share_by_rule(partner(v, d), d + d, q));
}

void gather(Builder& s, const std::function<int(int)>& rank, int root_seat, int q) {
  for (int d = q / 2; d >= 1; d /= 2) {
    s.round("");
    for (int v = 0; v < q; ++v)
      if (sends_towards(root_seat, partner(v, d), d))
        s.move(rank(partner(v, d)), rank(v), share_by_rule(partner(v, d), d + d, q));
  }
}

/// Base and size of the blocks of ranks, largest first.
std::vector<std::pair<int, int>> blocks_of_ranks(int p) {
  std::vector<std::pair<int, int>> all;
  for (int base = 0; base < p; base += all.back().second) all.emplace_back(base, floor2(p - base));
  return all;
}

/// What happens at distance d: within(rank of a seat, size) in the blocks that are larger than d, and across(rank of
/// the next smaller block, rank of the block, share) for the block of size d.
void at_distance(int p, int d, auto within, auto across) {
  const auto blocks = blocks_of_ranks(p);
  const int q = blocks.front().second;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto [base, size] = blocks[b];
    if (size > d) within([first = base](int v) { return first + v; }, size);
    if (size != d || b + 1 == blocks.size()) continue;
    const auto [next_base, next_size] = blocks[b + 1];
    for (int v = 0; v < size; ++v) across(next_base + place_in_run(v, next_size), base + v, share_by_rule(v, size, q));
  }
}

void binary_blocks(Builder& s, const Group& g, bool rooted) {
  const int p = g.ranks, q = floor2(p);
  for (int d = 1; d <= q; d = d + d) {
    s.round("");
    at_distance(
        p, d, [&](auto rank, int size) { fold_halves(s, rank, size, d, q); },
        [&](Rank small, Rank large, Blocks share) { s.fold(small, large, share); });
  }
  if (rooted) {
    s.round("");
    if (g.root >= q) s.move(0, g.root, share_by_rule(0, q, q));
    const int root_seat = g.root < q ? g.root : 0;
    return gather(
        s, [&](int v) { return v == root_seat ? g.root : v; }, root_seat, q);
  }
  for (int d = q; d >= 1; d /= 2) {
    s.round("");
    at_distance(
        p, d, [&](auto rank, int size) { double_shares(s, rank, size, d, q); },
        [&](Rank small, Rank large, Blocks share) { s.move(large, small, share); });
  }
}

TEST_CASE("a schedule that has more than its rules say is found out, at the smallest p") {
  const auto halves_only = [](Builder& s, const Group& g) {
    const int q = floor2(g.ranks);
    for (int d = 1; d < q; d = d + d) {
      s.round("");
      fold_halves(
          s, [](int v) { return v; }, q, d, q);
    }
  };
  CHECK(differs("allreduce/binary_blocks", halves_only) == "p = 2, root 0");
}

TEST_CASE("the schedules are what the rules say, for all p up to 64 and all roots") {
  const auto with = [](auto rules, bool flag) { return [=](Builder& s, const Group& g) { rules(s, g, flag); }; };
  CHECK(differs("allreduce/binary_blocks", with(binary_blocks, false)) == "");
  CHECK(differs("reduce/binary_blocks", with(binary_blocks, true)) == "");
}

}  // namespace
}  // namespace tutti
