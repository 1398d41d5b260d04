// Proofs for all p, round rings and in trees: broken rules are refuted, and the rules are those of the schedules.
// Compiled with -O1, since it walks over many schedules.
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "tests/support/all_cases.hpp"
#include "verified/algorithms/binomial.hpp"
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/bruck.hpp"
#include "verified/check/smt/all_p/ordered_exchange.hpp"
#include "verified/check/smt/all_p/ring.hpp"
#include "verified/check/smt/all_p/tree.hpp"
#include "verified/check/smt/compared.hpp"

namespace tutti::smt {
namespace {

// ---- the rules are those of the schedules ----

using Steps = std::vector<Step>;

/// One step for each block, in an order of their own.
Steps one_by_one(const Steps& steps) {
  Steps all;
  for (const auto& s : steps)
    for (int b = 0; b < s.blocks.count; ++b) all.push_back({s.from, s.to, {s.blocks.first + b, 1}, s.at + b, s.action});
  std::ranges::sort(all, {}, [](const Step& s) { return std::tuple(s.from, s.to, s.blocks.first, s.at); });
  return all;
}

/// For all p up to 64 and all roots, the rounds of the algorithm have the steps of `by_rules`(group), in any order
/// within a round.
void check_rounds(const std::string& algorithm, std::vector<Steps> (*by_rules)(const Group&)) {
  for_all_groups(*find_algorithm(algorithm), compared_up_to, [&](const Group& group) {
    CAPTURE(algorithm);
    CAPTURE(print(group));
    const auto schedule = find_algorithm(algorithm)->schedule(group);
    const auto expected = by_rules(group);
    REQUIRE(schedule.rounds.size() == expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k)
      CHECK(one_by_one(schedule.rounds[k].steps) == one_by_one(expected[k]));
  });
}

Step fold(Rank from, Rank to, Blocks blocks) {
  return {from, to, blocks, blocks.first, from < to ? Action::fold_left : Action::fold_right};
}
Step move(Rank from, Rank to, Blocks blocks, int at) { return {from, to, blocks, at, Action::replace}; }
Step move(Rank from, Rank to, Blocks blocks) { return move(from, to, blocks, blocks.first); }

std::vector<Steps> then(std::vector<Steps> one, const std::vector<Steps>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// A round for every number that `Rules` have; receives(round, r, k) adds what rank r receives.
template <class Rules, class F>
std::vector<Steps> rounds(int p, F receives) {
  std::vector<Steps> all;
  for (int k = Rules::first; k < p; k = Rules::next(k, p)) {
    all.emplace_back();
    for (Rank r = 0; r < p; ++r) receives(all.back(), r, k);
  }
  return all;
}

std::vector<Steps> dissemination_by_rules(const Group& g) {
  return rounds<Dissemination>(g.ranks, [p = g.ranks](Steps& round, Rank r, int d) {
    round.push_back(fold(Dissemination::from(r, d, p), r, {0, 1}));
  });
}

std::vector<Steps> exchange_by_rules(const Group& g) {
  return rounds<PairwiseExchange>(g.ranks, [p = g.ranks](Steps& round, Rank r, int i) {
    round.push_back(fold(PairwiseExchange::from(r, i, p), r, {r, 1}));
  });
}

/// Over seats that begin at rank `root`.
std::vector<Steps> ring_by_rules(int p, Rank root) {
  const auto rank = [=](int v) { return RotatedSeats::rank(v, root, p); };
  return rounds<RingAllgather>(p, [=](Steps& round, int v, int i) {
    const int from = RingAllgather::from(v, i, p);
    round.push_back(move(rank(from), rank(v), {rank(RingAllgather::block(from, i, p)), 1}));
  });
}

std::vector<Steps> shift_by_rules(const Group& g) {
  return rounds<RingShift>(g.ranks, [p = g.ranks](Steps& round, Rank r, int k) {
    const Rank from = RingShift::from(r, k, p);
    round.push_back(move(from, r, {r, 1}, p + from));
  });
}

TEST_CASE("dissemination, ring, pairwise exchange and ring shift have the rounds of the rules that are proved") {
  check_rounds("barrier/dissemination", dissemination_by_rules);
  check_rounds("allgatherv/ring", [](const Group& g) { return ring_by_rules(g.ranks, 0); });
  check_rounds("reduce_scatter/pairwise", exchange_by_rules);
  check_rounds("allreduce/ring", [](const Group& g) { return then(exchange_by_rules(g), ring_by_rules(g.ranks, 0)); });
  check_rounds("reduce/ring", [](const Group& g) {
    auto all = exchange_by_rules(g);
    if (g.ranks > 1) all.emplace_back();
    for (Rank r = 0; r < g.ranks; ++r)
      if (r != g.root) all.back().push_back(move(r, g.root, {r, 1}));
    return all;
  });
  check_rounds("alltoallw/ring_shift", shift_by_rules);
  check_rounds("alltoallw/scattered", [](const Group& g) {
    std::vector<Steps> one(1);
    for (const auto& round : shift_by_rules(g)) one[0].insert(one[0].end(), round.begin(), round.end());
    return one;
  });
}

TEST_CASE("pairwise exchange in rank order has the rounds of the rules that are proved") {
  check_rounds("reduce_scatter/pairwise_ordered", [](const Group& g) {
    using Rules = OrderedExchange;
    const int p = g.ranks;
    auto all = rounds<Rules>(p, [p](Steps& round, Rank r, int i) {
      const Rank from = Rules::from(r, i, p);
      const bool below = Rules::from_below(from, r), first = !below && Rules::is_first_above(from, p);
      round.push_back({from, r, {r, 1}, below ? r : p, first ? Action::replace : Action::fold_left});
    });
    if (p > 1) all.emplace_back();
    for (Rank r = 0; r < p - 1; ++r) all.back().push_back({r, r, {p, 1}, r, Action::fold_right});
    return all;
  });
}

std::vector<Steps> bruck_allgather_by_rules(const Group& g) {
  using Rules = BruckAllgather;
  const int p = g.ranks, copy = Rules::slot(0, p);
  if (p == 1) return {};
  Steps begin, rotate;
  for (Rank r = 0; r < p; ++r) {
    begin.push_back(move(r, r, {r, 1}, copy));
    const int not_wrapped = Rules::not_wrapped(r, p);
    for (int j = 0; j < p; ++j)
      rotate.push_back(move(r, r, {Rules::slot(j, p), 1}, j < not_wrapped ? r + j : j - not_wrapped));
  }
  const auto append = [=](Steps& round, Rank r, int d) {
    round.push_back(move(Rules::from(r, d, p), r, {copy, Rules::count(d, p)}, Rules::slot(d, p)));
  };
  return then(then({begin}, rounds<Rules>(p, append)), {rotate});
}

std::vector<Steps> bruck_alltoall_by_rules(const Group& g) {
  using Rules = BruckAlltoall;
  const int p = g.ranks;
  const auto place = [=](int i, int d) { return Rules::slot(i, Rules::odd(i, d), p); };
  Steps begin, rotate;
  for (Rank r = 0; r < p; ++r)
    for (int i = 0; i < p; ++i) {
      begin.push_back(move(r, r, {wrap_up(r, i, p), 1}, place(i, Rules::first)));
      rotate.push_back(move(r, r, {Rules::slot(i, 0, p), 1}, p + wrap_down(r, i, p)));
    }
  const auto hop = [=](Steps& round, Rank r, int d) {
    for (int i = 0; i < p; ++i)
      if (Rules::goes(i, d)) round.push_back(move(Rules::from(r, d, p), r, {place(i, d), 1}, place(i, 2 * d)));
  };
  return then(then({begin}, rounds<Rules>(p, hop)), {rotate});
}

TEST_CASE("Bruck's two algorithms have the rounds of the rules that are proved") {
  check_rounds("allgatherv/bruck", bruck_allgather_by_rules);
  check_rounds("alltoall/bruck", bruck_alltoall_by_rules);
}

/// step(parent, child, d), between ranks, for every edge of length d of a tree of the ranks from `root` on.
template <class F>
Steps edges(int p, Rank root, int d, F step) {
  Steps round;
  for (int v = 0; v < p; ++v)
    if (BinomialTree::has_parent(v, d)) round.push_back(step(BinomialTree::parent(v, d), v));
  for (auto& s : round) {
    s.from = RotatedSeats::rank(s.from, root, p);
    s.to = RotatedSeats::rank(s.to, root, p);
  }
  return round;
}

template <class F>
std::vector<Steps> up_by_rules(int p, Rank root, F step) {
  std::vector<Steps> all;
  for (int d = BinomialTree::first; d < p; d = BinomialTree::next(d, p))
    all.push_back(edges(p, root, d, [&](int parent, int child) { return step(child, parent, d); }));
  return all;
}

template <class F>
std::vector<Steps> down_by_rules(int p, Rank root, F step) {
  std::vector<Steps> all;
  for (int d = largest_distance(p); d >= 1; d /= 2)
    all.push_back(edges(p, root, d, [&](int parent, int child) { return step(parent, child, d); }));
  return all;
}

/// The blocks of the subtree of seat v, as seats.
Blocks below(int v, int d, int p) { return {v, BinomialTree::subtree(v, d, p)}; }

/// Blocks that are named by seats, by ranks.
std::vector<Steps> by_rank(const std::vector<Steps>& rounds, int p, Rank root) {
  std::vector<Steps> all;
  for (const auto& round : rounds) {
    all.push_back(one_by_one(round));
    for (auto& s : all.back()) s.at = s.blocks.first = RotatedSeats::rank(s.blocks.first, root, p);
  }
  return all;
}

std::vector<Steps> reduce_by_rules(int p, Rank root, int blocks) {
  return up_by_rules(p, root, [=](int from, int to, int) {
    return Step{from, to, {0, blocks}, 0, Action::fold_right};
  });
}
std::vector<Steps> bcast_by_rules(int p, Rank root, int blocks) {
  return down_by_rules(p, root, [=](int from, int to, int) { return move(from, to, {0, blocks}); });
}
std::vector<Steps> gather_by_rules(int p, Rank root) {
  return by_rank(up_by_rules(p, root, [=](int from, int to, int d) { return move(from, to, below(from, d, p)); }), p,
                 root);
}
std::vector<Steps> scatter_by_rules(int p, Rank root) {
  return by_rank(down_by_rules(p, root, [=](int from, int to, int d) { return move(from, to, below(to, d, p)); }), p,
                 root);
}

TEST_CASE("binomial trees have the rounds of the rules that are proved") {
  check_rounds("reduce/binomial", [](const Group& g) {
    auto all = reduce_by_rules(g.ranks, 0, 1);
    if (g.root != 0) all.push_back({move(0, g.root, {0, 1})});
    return all;
  });
  check_rounds("reduce/binomial_rotated", [](const Group& g) { return reduce_by_rules(g.ranks, g.root, 1); });
  check_rounds("reduce_scatter/binomial_scatter", [](const Group& g) {
    auto all = reduce_by_rules(g.ranks, 0, g.ranks);
    if (g.ranks > 1) all.emplace_back();
    for (Rank r = 1; r < g.ranks; ++r) all.back().push_back(move(0, r, {r, 1}));
    return all;
  });
  check_rounds("bcast/binomial", [](const Group& g) { return bcast_by_rules(g.ranks, g.root, 1); });
  check_rounds("allreduce/binomial",
               [](const Group& g) { return then(reduce_by_rules(g.ranks, 0, 1), bcast_by_rules(g.ranks, 0, 1)); });
  check_rounds("gatherv/binomial", [](const Group& g) { return gather_by_rules(g.ranks, g.root); });
  check_rounds("scatterv/binomial", [](const Group& g) { return scatter_by_rules(g.ranks, g.root); });
  check_rounds("allgatherv/gather_bcast",
               [](const Group& g) { return then(gather_by_rules(g.ranks, 0), bcast_by_rules(g.ranks, 0, g.ranks)); });
  check_rounds("bcast/scatter_ring",
               [](const Group& g) { return then(scatter_by_rules(g.ranks, g.root), ring_by_rules(g.ranks, g.root)); });
}

TEST_CASE("the largest distance is the largest power of two below the number of seats, up to 2^31 - 1 of them") {
  CHECK(largest_distance(1) == 0);
  CHECK(largest_distance(2) == 1);
  for (int d = 2; d > 0 && d <= 1 << 29; d *= 2) {
    CHECK(largest_distance(d) == d / 2);
    CHECK(largest_distance(d + 1) == d);
    CHECK(largest_distance(2 * d - 1) == d);
  }
  CHECK(largest_distance(std::numeric_limits<int>::max()) == 1 << 30);
}

// ---- broken rules ----

/// That the query called `name` is refuted by a case in which `begins` is the first number shown.
void check_refuted(const std::vector<Query>& queries, const std::string& name, const std::string& begins = "p = ") {
  const auto query = std::ranges::find(queries, "all_p/broken/" + name, &Query::name);
  REQUIRE(query != queries.end());
  const auto answer = ask(*query);
  CAPTURE(name);
  CAPTURE(answer.detail);
  CHECK(answer.found == Found::refuted);
  CHECK(answer.detail.starts_with(begins));
  MESSAGE(name << " is refuted by " << answer.detail);
}

template <class Rules>
struct BeginsAtTwo : Rules {
  static constexpr int first = 2;
};

TEST_CASE("dissemination whose distances go on beyond p, or do not begin at 1, is refuted") {
  struct NeverCut : Dissemination {
    static Term next(const Term& d, const Term&) { return d + d; }
  };
  check_refuted(dissemination_proof<SendsAll<NeverCut>>("broken"), "step");
  struct OneRoundTooFew : Dissemination {
    static Term next(const Term&, const Term& p) { return p; }
  };
  check_refuted(dissemination_proof<SendsAll<OneRoundTooFew>>("broken"), "step");
  check_refuted(dissemination_proof<SendsAll<BeginsAtTwo<Dissemination>>>("broken"), "base");
}

TEST_CASE("an exchange in which a rank hears from the wrong side is refuted") {
  struct WrongSign : PairwiseExchange {
    static Term from(const Term& r, const Term& i, const Term& p) { return wrap_up(r, i, p); }
  };
  const auto queries = pairwise_exchange_proof<SendsOwn<WrongSign>>("broken");
  check_refuted(queries, "matching");
  check_refuted(queries, "step");
}

TEST_CASE("an exchange that begins at distance 0 is refuted: the own contribution would be folded twice") {
  struct OneBehind : PairwiseExchange {
    static Term from(const Term& r, const Term& i, const Term& p) { return wrap_down(r, i - 1, p); }
  };
  check_refuted(pairwise_exchange_proof<SendsOwn<OneBehind>>("broken"), "once");
}

TEST_CASE("an ordered exchange that takes ranks above for ranks below, or begins above with rank p - 2, is refuted") {
  struct WrongSide : OrderedExchange {
    static Truth from_below(const Term& from, const Term& to) { return from > to; }
  };
  for (const auto* name : {"below", "above"}) check_refuted(ordered_exchange_proof<WrongSide>("broken"), name);
  struct NotTheLast : OrderedExchange {
    static Truth is_first_above(const Term& from, const Term& p) { return from == p - 2; }
  };
  check_refuted(ordered_exchange_proof<NotTheLast>("broken"), "above");
  check_refuted(ordered_exchange_proof<BeginsAtTwo<OrderedExchange>>("broken"), "base");
}

TEST_CASE("a ring that passes on what is about to arrive is refuted") {
  struct TooEarly : RingAllgather {
    static Term block(const Term& r, const Term& i, const Term& p) { return wrap_down(r, i, p); }
  };
  check_refuted(ring_allgather_proof<SendsBlock<TooEarly>>("broken"), "sent");
  struct AlwaysOwn : RingAllgather {
    static Term block(const Term& r, const Term&, const Term&) { return r; }
  };
  check_refuted(ring_allgather_proof<SendsBlock<AlwaysOwn>>("broken"), "once");
}

TEST_CASE("Bruck's allgather is refuted where the last message overlaps, the rotation is cut wrong or slots are") {
  struct NeverCut : BruckAllgather {
    static Term count(const Term& d, const Term&) { return d; }
  };
  check_refuted(bruck_allgather_proof<NeverCut>("broken"), "step");
  struct OneTooMany : BruckAllgather {
    static Term count(const Term& d, const Term& p) { return least(d + 1, p - d); }
  };
  check_refuted(bruck_allgather_proof<OneTooMany>("broken"), "sent");
  struct CutEarly : BruckAllgather {
    static Term not_wrapped(const Term& r, const Term& p) { return p - r - 1; }
  };
  check_refuted(bruck_allgather_proof<CutEarly>("broken"), "end");
  struct OneSlotOff : BruckAllgather {
    static Term slot(const Term& j, const Term& p) { return p + j + 1; }
  };
  check_refuted(bruck_allgather_proof<OneSlotOff>("broken"), "slots");
}

TEST_CASE("Bruck's alltoall is refuted where blocks go the wrong way, stay on one side or go in wrong rounds") {
  struct WrongWay : BruckAlltoall, Backwards {
    using Backwards::from;
    using Backwards::to;
  };
  check_refuted(BruckAlltoallProof<WrongWay>("broken").queries(), "step");
  struct OneSide : BruckAlltoall {
    static Term slot(const Term& i, const Term&, const Term& p) { return p + i; }
  };
  check_refuted(BruckAlltoallProof<OneSide>("broken").queries(), "step");
  check_refuted(BruckAlltoallProof<OneSide>("broken").queries(), "slots");
  struct WrongBit : BruckAlltoall {
    static Truth goes(const Term& i, const Term& d) { return (i & d) == 0; }
  };
  const auto wrong_bit = BruckAlltoallProof<WrongBit>("broken").queries();
  for (const auto* name : {"bits/come", "bits/parity", "bits/run", "bits/whole_run"})
    check_refuted(wrong_bit, name, "i = ");
  check_refuted(BruckAlltoallProof<BeginsAtTwo<BruckAlltoall>>("broken").queries(), "bits/base", "i = ");
  struct OtherSide : BruckAlltoall {
    static Term odd(const Term& i, const Term& d) { return 1 - BruckAlltoall::odd(i, d); }
  };
  check_refuted(BruckAlltoallProof<OtherSide>("broken").queries(), "bits/end", "i = ");
}

TEST_CASE("a binomial tree with parents above their children, or with children beyond the last seat, is refuted") {
  struct WrongSign : BinomialTree {
    static Term parent(const Term& v, const Term& d) { return v + d; }
  };
  check_refuted(gathers_up_the_tree<WrongSign>("broken"), "matching", "q = ");
  check_refuted(spreads_down_the_tree<WrongSign>("broken"), "matching", "q = ");
  struct NoLastSeat : BinomialTree {
    static Truth has_child(const Term& v, const Term& d, const Term&) { return (v & (d + (d - 1))) == 0; }
  };
  check_refuted(gathers_up_the_tree<NoLastSeat>("broken"), "matching", "q = ");
}

TEST_CASE("a subtree with a seat too few, or that is not cut at the last seat, is refuted") {
  struct OneTooFew : BinomialTree {
    static Term subtree(const Term& v, const Term& d, const Term& q) { return least(d, q - v) - 1; }
  };
  const auto too_few = gathers_up_the_tree<OneTooFew>("broken");
  check_refuted(too_few, "base", "p = ");
  for (const auto* name : {"adjacent", "step", "end"}) check_refuted(too_few, name, "q = ");
  struct NeverCut : BinomialTree {
    static Term subtree(const Term&, const Term& d, const Term&) { return d; }
  };
  for (const auto* name : {"step", "end"}) check_refuted(gathers_up_the_tree<NeverCut>("broken"), name, "q = ");
  check_refuted(scatters_down_the_tree<NeverCut>("broken"), "blocks", "q = ");
  check_refuted(scatters_down_the_tree<OneTooFew>("broken"), "all", "q = ");
  check_refuted(scatters_down_the_tree<OneTooFew>("broken"), "own", "p = ");
}

TEST_CASE("a broadcast in which multiples of 2d have parents, or that ends at distance 2, is refuted") {
  struct AllMultiples : BinomialTree {
    static Truth has_parent(const Term& v, const Term& d) { return (v & (d - 1)) == 0; }
  };
  check_refuted(spreads_down_the_tree<AllMultiples>("broken"), "step", "q = ");
  check_refuted(spreads_down_the_tree<BeginsAtTwo<BinomialTree>>("broken"), "end", "p = ");
}

TEST_CASE("seats that are rotated the other way are refuted") {
  struct WrongWay {
    static Term rank(const Term& v, const Term& root, const Term& p) { return wrap_down(v, root, p); }
  };
  check_refuted({seats_begin_at_the_root<WrongWay>("broken")}, "seats");
}

}  // namespace
}  // namespace tutti::smt
