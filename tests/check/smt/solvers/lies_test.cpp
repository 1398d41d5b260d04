// Rules that are written to get a claim for all p that is false, by what they say of themselves. (Those that do not
// compile are not here: a caption that throws, slots of an exchange for more ranks than have an int of blocks.)
#include <doctest/doctest.h>

#include <optional>
#include <utility>

#include "verified/algorithms/circulant.hpp"
#include "verified/algorithms/exchange.hpp"
#include "verified/algorithms/linear.hpp"
#include "verified/algorithms/pairs.hpp"
#include "verified/algorithms/prefix_chain.hpp"
#include "verified/algorithms/ring.hpp"
#include "verified/algorithms/seats.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/smt/all_p.hpp"
#include "verified/schedule/program.hpp"

namespace tutti::smt {
namespace {

// ---- of the slots

/// At p = 1024 all that is said is said of a slot of the phase that no slot of a rank is a part of.
struct AwayFromTheBlock : InOrder {
  static constexpr bool same_slots = false;
  static Expression slot(const Ranks& g, const Expression& j) { return j + chosen(g.p == 1024, 1, 0); }
  static RunOf run(const Ranks& g, int, const RunOf& b) { return {Expression(0), chosen(g.p == 1024, 0, b.count)}; }
};
struct DoublesUnless1024 : RecursiveDoubling<Whole> {
  static Condition silent(const Ranks& g, const Expression&) { return g.p == 1024; }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return folds(g.p != 1024, v, v ^ d, 0, 1);
  }
  static Contributions contributions(const Ranks& g, const Expression& d, const Expression& v, const Expression& j) {
    return of_run(g, j == chosen(g.p == 1024, 1, 0), v, d);
  }
};

/// At p = 1000 the runs of slots are empty, where the slots of the phase are said to be those of the ranks.
struct EmptyRuns : InOrder {
  static RunOf run(const Ranks& g, int, const RunOf& b) { return {b.first, chosen(g.p == 1000, 0, b.count)}; }
};

/// Two blocks, of which a barrier has one.
struct TwoBlocksOnce : NoScratch {
  static Expression blocks(const Ranks& g) { return chosen(g.p == 1000, 2, 1); }
};
struct SignalsBoth : Dissemination {
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return folds(true, v, wrap_up(v, d, g.p), 0, TwoBlocksOnce::blocks(g));
  }
};

/// Scratch, of whose size the ranks of an exchange know nothing.
struct ScratchOnce : Exchange {
  static Expression extra(const Ranks& g) { return chosen(g.p == 1000, 3, 0); }
};
struct NothingInScratch : RingShift {
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    auto o = RingShift::origin(g, k, v, j);
    o.there = j < g.p + g.p && o.there;
    return o;
  }
};

/// Scratch that stands for different blocks at different ranks is sent from one to another, where no label is looked
/// at, since slots are renumbered.
struct LabelsByRank : NoScratch {
  static constexpr int most_ranks = 1'000'000;
  static Expression blocks(const Ranks&) { return 2; }
  static Expression extra(const Ranks&) { return 1; }
  static Expression label(const Ranks&, const Expression& r, const Expression&) { return r % 2; }
};
struct SendsBoth : LinearBcast {
  static Message message(const Ranks& g, const Expression&, const Expression& u) {
    return moves(u != g.root, g.root, u, 0, 2);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j < 2 && (v == g.root || 0 < k), g.root, j};
  }
};
struct SameNumbers : InOrder {
  static constexpr bool same_slots = false;
};
struct PassesOnScratch : Phase, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "pass on scratch"; }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v % 2 == 0 && v < g.p - 1, v, v + 1, 2, 1);
  }
  static Expression source(const Ranks&, const Expression&, const Expression& u) { return u - 1; }
  static Origin origin(const Ranks&, const Expression&, const Expression& v, const Expression& j) {
    return {j < 2, v, j};
  }
};

/// Block and scratch change their numbers, so that rank 0 of an exscan gets something into its block.
struct SwapsSlots : InOrder {
  static constexpr bool same_slots = false;
  static Expression slot(const Ranks&, const Expression& j) {
    return if_else(
        j <= 1, [&] { return 1 - j; }, [&] { return j; });
  }
  static RunOf run(const Ranks&, int, const RunOf& b) { return {chosen(b.count == 2, 0, 1 - b.first), b.count}; }
};
struct GivesToRank0 : Phase, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "give to rank 0"; }
  static Message message(const Ranks&, const Expression&, const Expression& v) { return moves(v == 2, v, 0, 1, 1); }
  static Expression source(const Ranks&, const Expression&, const Expression&) { return 2; }
  static Origin origin(const Ranks&, const Expression&, const Expression& v, const Expression& j) {
    return {j == 1 && 0 < v, v, j};
  }
};

// ---- of the contents

/// Two phases that call their memories alike, and say different things of them, which cannot both be so.
template <int z>
struct Remembers : Local, OneRound {
  static constexpr std::string_view memory_name = "same";
  static Caption caption(const Ranks&, const Expression&) { return ""; }
  static Message message(const Ranks&, const Expression&, const Expression& v) { return moves(false, v, v, 0, 1); }
  static Condition silent(const Ranks&, const Expression&) { return true; }
  static Expression remembers_first(const Ranks&, const Expression&) { return z; }
  static Expression remembers_next(const Ranks&, const Expression&, const Expression&) { return z; }
  static Condition remembers(const Ranks&, const Expression&, const Expression& m) { return m == z; }
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    const Expression m = remembered<Remembers>(g, k, v);
    return {j == 0, chosen(m == 0 || k == 0, v, 0),
            if_else(
                m == 0 || k == 0, [&] { return v + 1; }, [&] { return g.p; })};
  }
};

/// It says that something is there, and not what; the next phase, in which just one rank has a seat, says the same.
struct SaysLittle : Local, OneRound {
  static Caption caption(const Ranks&, const Expression&) { return ""; }
  static Message message(const Ranks&, const Expression&, const Expression& v) { return moves(false, v, v, 0, 1); }
  static Condition silent(const Ranks&, const Expression&) { return true; }
  static Contributions contributions(const Ranks& g, const Expression&, const Expression&, const Expression& j) {
    return {j == 0, Expression(0), g.p, g.p == 1};
  }
};
struct OneSeat : InOrder {
  static constexpr bool ordered = false;
  static Ranks group(const Ranks& g) { return {1, 0, g.p, 0, g.k}; }
  static Expression rank(const Ranks& g, const Expression& v) { return v + chosen(g.root == 0 && 1 < g.p, 1, 0); }
  static Expression seat(const Ranks& g, const Expression& r) { return r - chosen(g.root == 0 && 1 < g.p, 1, 0); }
  static Expression owner(const Ranks&, const Expression&) { return 0; }
};
struct SaysNothing : Local, OneRound {
  static Caption caption(const Ranks&, const Expression&) { return ""; }
  static Message message(const Ranks&, const Expression&, const Expression& v) { return moves(false, v, v, 0, 1); }
  static Condition silent(const Ranks&, const Expression&) { return true; }
  static Members members(const Ranks& g, const Expression&, const Expression&, const Expression& j, const Expression&) {
    return {g.q == 1 && j == 0, true};
  }
};

/// At p = 1024 the order is wrong; the phase speaks of sets only, and the record of an operator that need not commute.
struct LosesTheOrder : ExchangeInPairs {
  static Caption caption(const Ranks&, const Expression&) { return "exchange and fold"; }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return folds_on(g.p == 1024 || v < (v ^ d), true, v, v ^ d, 0, 1, 0);
  }
  static Members members(const Ranks& g, const Expression& d, const Expression& v, const Expression& j,
                         const Expression& c) {
    return {j == 0, d == g.p || first_of_run(v, d) == first_of_run(c, d)};
  }
};

// ---- of numbers

struct DividesByZero : LinearBcast {
  static Condition more(const Ranks& g, const Expression& k) {
    const Expression q = 1000 / (g.p - 1000);
    return k < chosen(1 < g.p, 1, 0) && q == q;
  }
};
struct Overflows : Dissemination {
  static Condition more(const Ranks& g, const Expression& d) { return d + d < g.p + g.p; }
};
/// A number that few bits do not hold, which would come round to a rank there.
struct OutOfRangeOnce : PairwiseXor {
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return sends_block(g, true, v, (v ^ k) ^ chosen(g.p == 64, 524288, 0));
  }
};

/// Beyond 64 ranks nothing is sent, in rounds whose numbers are great: 2^18 and more is reached only by what comes
/// round.
struct NothingFarOut : RingShift {
  static Condition reached(const Ranks& g, const Expression& k) {
    return 0 <= k && k <= g.p && (g.p < 65 || 0 < k + 262144);
  }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return sends_block(g, g.p < 65, v, wrap_up(v, k, g.p));
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    auto from = come(g, v, j, [&](const Expression& i) { return wrap_down(v, i, g.p) < k; });
    from.slot = (from.slot << 1) >> 1;
    return from;
  }
};
struct NothingInRound300000 : RingShift {
  static Expression first(const Ranks& g) { return chosen(g.p < 65, 0, 300000); }
  static Condition more(const Ranks& g, const Expression& k) { return chosen(g.p < 65, k < g.p, k / 8 <= 37500); }
  static Expression next(const Ranks&, const Expression& k) { return k + 1; }
  static Condition reached(const Ranks& g, const Expression& k) {
    return 0 <= k && chosen(g.p < 65, k <= g.p, k / 8 <= 37500 || (k / 8 == 37501 && k % 8 == 0));
  }
  static Expression last(const Ranks& g) { return chosen(g.p < 65, g.p, 300008); }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return sends_block(g, g.p < 65, v, wrap_up(v, chosen(g.p < 65, k, 0), g.p));
  }
  static Expression source(const Ranks& g, const Expression& k, const Expression& u) {
    return wrap_down(u, chosen(g.p < 65, k, 0), g.p);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    auto from =
        come(g, v, j, [&](const Expression& i) { return chosen(g.p < 65, wrap_down(v, i, g.p) < k, 37500 < k / 8); });
    from.slot = (from.slot << 1) >> 1;
    return from;
  }
};
// ---- of what has no value

/// Beyond 2,048 ranks some get nothing, and whether they have something is a question without an answer: of a number
/// that no int is, which is compared with itself, shifted there and back, or taken from itself.
template <int Kind>
struct HasNoValue : Phase, OneRound {
  static constexpr bool by_receiver = true;
  static Caption caption(const Ranks&, const Expression&) { return "the root sends to some"; }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v != g.root && v < 2048, g.root, v, 0, 1);
  }
  static Condition yes(const Expression& v) {
    const Expression big = v * 1048576;
    if constexpr (Kind == 0) return big == big;
    if constexpr (Kind == 1) return ((v << 20) >> 20) == v;
    if constexpr (Kind == 2) return (big - big) == 0;
    if constexpr (Kind == 3) return !(big < big);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j == 0 && (v == g.root || and_then(0 < k, [&] { return yes(v); })), g.root, j};
  }
};
struct SendsNothing : Phase, OneRound {
  static constexpr bool by_receiver = true;
  static Caption caption(const Ranks&, const Expression&) { return "nothing"; }
  static Message message(const Ranks&, const Expression&, const Expression& v) { return moves(v < 0, v, v, 0, 1); }
  static Origin origin(const Ranks&, const Expression&, const Expression& v, const Expression& j) {
    return {true, v, j};
  }
};
/// Likewise, of ranks whose order counts.
struct OrderHasNoValue : Phase, OneRound {
  static constexpr bool by_receiver = true;
  static Caption caption(const Ranks&, const Expression&) { return "rank 0 sends to some"; }
  static Message message(const Ranks&, const Expression&, const Expression& v) {
    return moves(v != 0 && v < 128, 0, v, 0, 1);
  }
  static Contributions contributions(const Ranks& g, const Expression& k, const Expression& v, const Expression&) {
    const Expression big = v * 16777216;
    return {v == 0 || and_then(0 < k, [&] { return big <= big; }), 0, g.p};
  }
};

/// Beyond 100 ranks nothing is sent, and all that is said is said of the memory of a seat that there is not.
template <int Seat>
struct MemoryOfNobody : Phase, OneRound {
  static constexpr bool by_receiver = true;
  static constexpr std::string_view memory_name = "of nobody";
  static Expression remembers_first(const Ranks& g, const Expression& x) {
    return if_else(
        0 <= x && x < g.p, [&] { return Expression(0); }, [&] { return Expression(1) / (g.p - g.p * 1); });
  }
  static Expression remembers_next(const Ranks&, const Expression&, const Expression& m) { return m; }
  static Condition remembers(const Ranks&, const Expression&, const Expression& m) { return m == 0; }
  static Caption caption(const Ranks&, const Expression&) { return "the root sends up to 100 ranks"; }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v != g.root && g.p <= 100, g.root, v, 0, 1);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    const Expression m = remembered<MemoryOfNobody>(g, k, chosen(100 < g.p, Seat < 0 ? Expression(Seat) : g.p, v));
    return {j == 0 && (v == g.root || 0 < k || 100 < g.p) && (m < 0 || 0 <= m), g.root, j};
  }
};
/// Something is remembered of everybody, and always 0.
struct RemembersNothing {
  static constexpr std::string_view memory_name = "nothing";
  static Expression remembers_first(const Ranks&, const Expression&) { return 0; }
  static Expression remembers_next(const Ranks&, const Expression&, const Expression& m) { return m; }
  static Condition remembers(const Ranks&, const Expression&, const Expression& m) { return m == 0; }
};
/// At p = 1000 everybody tells the next one only, in each round; what is said is said of the memory of a seat that has
/// no value there, in both branches or in the one that is not taken.
template <bool BehindABranch>
struct MemoryOfNoValue : Dissemination, RemembersNothing {
  using RemembersNothing::memory_name;
  static Expression distance(const Ranks& g, const Expression& d) { return chosen(g.p == 1000, 1, d); }
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return folds(true, v, wrap_up(v, distance(g, d), g.p), 0, 1);
  }
  static Expression source(const Ranks& g, const Expression& d, const Expression& u) {
    return wrap_down(u, distance(g, d), g.p);
  }
  static Members members(const Ranks& g, const Expression& d, const Expression& v, const Expression&,
                         const Expression& c) {
    const auto told = wrap_down(v, c, g.p) < d;
    const Expression nobody = Expression(0) / chosen(g.p == 1000, 0, 1);
    const auto known = [&] { return told && remembered<MemoryOfNoValue>(g, d, nobody) == 0; };
    if (!BehindABranch) return {true, known()};
    return {true, if_else(
                      g.p == 1000, [&] { return told; }, known)};
  }
};
/// 0, as everybody sees; but beyond 64 ranks it has no value.
Expression folds_to_0(const Expression& p) {
  const Expression w = p * 33554431;
  return w - w;
}
/// Somebody gets nothing: of many ranks those from 64 on, or of 100 rank 3. What is said rests on the memory of a round
/// that has no value there.
template <int Way>
struct MemoryOfNoRound : LinearBcast, RemembersNothing {
  using RemembersNothing::memory_name;
  static Message message(const Ranks& g, const Expression&, const Expression& u) {
    return moves(u != g.root && (Way < 2 ? u < 64 : g.p != 100 || u != 3), g.root, u, 0, 1);
  }
  static Expression round(const Ranks& g, const Expression& v) {
    if (Way == 0) return folds_to_0(g.p);
    if (Way == 1) return chosen(Condition(true), Expression(0), g.p * 33554431);
    const Expression w = Expression(1) / chosen(g.p == 100 && v == 3, 0, 1);
    return w - w;
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j == 0 && (v == g.root || 0 < k) && remembered<MemoryOfNoRound>(g, round(g, v), Expression(0)) == 0, g.root,
            j};
  }
};
/// Beyond 64 ranks rank 3 sends nothing; who sends a block rests on the memory of a round that has no value there.
struct SourceOfNoRound : LinearGather, RemembersNothing {
  using RemembersNothing::memory_name;
  static constexpr bool one_source = false;
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v != g.root && !(64 < g.p && v == 3), v, g.root, v, 1);
  }
  static Expression source(const Ranks& g, const Expression&, const Expression&, const Expression& j) {
    return j + remembered<SourceOfNoRound>(g, folds_to_0(g.p), Expression(0));
  }
};
/// Everybody passes on round the ring, and stops at round 64; which rounds there are rests on what the phase before
/// remembers of a round that has no value beyond 64 ranks.
struct RemembersForOthers : Phase, OneRound, RemembersNothing {
  using RemembersNothing::memory_name;
  static Caption caption(const Ranks&, const Expression&) { return "nobody sends"; }
  static Message message(const Ranks&, const Expression&, const Expression& v) { return moves(false, v, v, 0, 1); }
  static Expression source(const Ranks&, const Expression&, const Expression& u) { return u; }
  static Origin origin(const Ranks&, const Expression&, const Expression& v, const Expression& j) {
    return {j == v, j, j};
  }
};
struct StopsAt64 : RingAllgather {
  static Condition reached(const Ranks& g, const Expression& k) {
    return 1 <= k && k <= g.p && remembered<RemembersForOthers>(g, folds_to_0(g.p), Expression(0)) == 0;
  }
  static Expression last(const Ranks& g) { return g.p; }
  static Condition more(const Ranks& g, const Expression& k) { return k < least<Expression>(g.p, 64); }
};
/// Where j + p is no int, the last block is not sent, and the memory that is spoken of has no value.
struct LastBlockStaysBehind : CirculantReduceScatter {
  static constexpr std::string_view memory_name = "beyond an int";
  static Message message(const Ranks& g, const Expression& s, const Expression& t, const Expression& v,
                         const Expression& i) {
    auto m = CirculantReduceScatter::message(g, s, t, v, i);
    const auto is_last = (1 << 30) < g.p && i == 0 && m.first + (m.count - 1) == g.p - 1;
    m.count = chosen(is_last, m.count - 1, m.count);
    return m;
  }
  static Members members(const Ranks& g, const Expression& s, const Expression& v, const Expression& j,
                         const Expression& c) {
    const Expression index = wrap_down(j, v, g.p);
    return {index < s, remembered<LastBlockStaysBehind>(g, s, (j + g.p - c) % g.p) == index};
  }
};
/// The root sends to one rank after the other, and beyond 100 ranks not to the last one. Then what is said has no value
/// after the last round: it rests on the memory of the round behind that, which never comes.
struct MemoryBehindTheEnd : Phase, UpToP<1> {
  static constexpr std::string_view memory_name = "behind the end";
  static Caption caption(const Ranks&, const Expression&) { return "the root sends"; }
  static Expression next(const Ranks& g, const Expression& k) {
    return chosen(k == g.p, 0, least<Expression>(k, g.p - 1) + 1);
  }
  static Condition reached(const Ranks& g, const Expression& k) { return 0 <= k && k <= g.p; }
  static Expression remembers_first(const Ranks&, const Expression&) { return 0; }
  static Expression remembers_next(const Ranks&, const Expression&, const Expression& m) { return m; }
  static Condition remembers(const Ranks&, const Expression& k, const Expression&) { return 1 <= k; }
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return moves(v == 0 && !(100 < g.p && k == g.p - 1), v, k, 0, 1);
  }
  static Expression source(const Ranks&, const Expression&, const Expression&) { return 0; }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    const Expression behind = remembered<MemoryBehindTheEnd>(g, next(g, k), Expression(0));
    const Expression left = chosen(100 < g.p, g.p - k, 1);
    return {(v == 0 || v < k) && (1 / left == 0 || Condition(true)) && (behind == behind || Condition(true)), 0, j};
  }
};
/// Rank 100 and those behind it are sent nothing. The memory of another round that never comes is that of a number
/// which is not written like that of the first one, though it was once taken for that.
struct MemoryOfAnotherRound : MemoryBehindTheEnd {
  static constexpr std::string_view memory_name = "of another round";
  static Expression other(const Expression& k) {
    return chosen(100 <= k, 0, least<Expression>(k, 99) + (Expression(2) - 1));
  }
  static Expression first(const Ranks&) { return Expression(1) * (Expression(2) - 1) + Expression(0) * 2; }
  static Expression next(const Ranks&, const Expression& k) {
    return other(k) + chosen(Expression(24) < k / Expression(4), k - Expression(-1), Expression(5) / Expression(6));
  }
  static Message message(const Ranks&, const Expression& k, const Expression& v) {
    return moves(v == 0 && 0 < k && k < 100, v, k, 0, 1);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    const Expression m = remembered<MemoryOfAnotherRound>(g, other(k) + Expression(0) * 2, Expression(0));
    return {(v == 0 || v < k) && (m == m || Condition(true)), 0, j};
  }
};
/// Beyond 64 ranks the seats of the phase have no slots, so that nothing is said of any, and nothing is sent.
struct AsManyBlocksAsQ : NoScratch {
  static Expression blocks(const Ranks& g) { return g.q; }
};
template <int Slots>
struct SeatsWithoutSlots : InOrder {
  static constexpr bool same_slots = false;
  static Ranks group(const Ranks& g) { return {g.p, g.root, chosen(64 < g.p, Slots, g.q), g.lg, g.k}; }
  static Expression slot(const Ranks&, const Expression& j) { return j + 0; }
};
struct SendsWhereThereAreSlots : LinearBcast {
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(0 < g.q && v != g.root, g.root, v, 0, g.q);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {v == g.root || 0 < k, g.root, j};
  }
};
/// The same of a barrier, where scratch is said to be less than nothing.
struct LessThanNoScratch : Whole {
  static Expression extra(const Ranks& g) { return chosen(30 < g.lg, -1, 0); }
};
struct SeatsOfAnotherLg : InOrder {
  static constexpr bool same_slots = false;
  static Ranks group(const Ranks& g) { return {g.p, g.root, g.q, chosen(64 < g.p, 31, g.lg), g.k}; }
  static Expression slot(const Ranks&, const Expression& j) { return j + 0; }
};
struct SignalsWhereLgIsRight : Dissemination {
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return folds(g.lg < 31, v, wrap_up(v, d, g.p), 0, 1);
  }
};
/// Right: nothing happens, in seats that are those of ranks.
struct OwnersByHand : InOrder {
  static Expression owner(const Ranks&, const Expression& c) { return c + 0; }
};
template <int>
struct NothingHappens : Local, OneRound {
  static Caption caption(const Ranks&, const Expression&) { return "nothing"; }
  static Message message(const Ranks&, const Expression&, const Expression& v) { return moves(false, v, v, 0, 1); }
  static Contributions contributions(const Ranks&, const Expression&, const Expression& v, const Expression&) {
    return {true, 0, v + 1};
  }
};
template <int... i>
constexpr Rulebook idle_behind_a_scan(std::integer_sequence<int, i...>) {
  return program<Whole, ChainScan, Seated<OwnersByHand, NothingHappens<i>>...>;
}
/// Right: the root of what a slot holds is written down in five hundred steps, in each of many phases.
template <int>
struct RootInSteps : Local, OneRound {
  static Caption caption(const Ranks&, const Expression&) { return "nothing"; }
  static Message message(const Ranks&, const Expression&, const Expression& v) { return moves(false, v, v, 0, 1); }
  static Origin origin(const Ranks&, const Expression&, const Expression& v, const Expression& j) {
    Expression rank = v;
    for (int i = 0; i < 500; ++i) rank = rank + 0;
    return {j == 0, rank, j};
  }
};
template <int... i>
constexpr Rulebook idle_behind_a_bcast(std::integer_sequence<int, i...>) {
  return program<Whole, LinearBcast, RootInSteps<i>...>;
}
/// Right, and it is never asked for the memory whose seat has no value.
struct MemoryIsNotAskedFor : Dissemination, RemembersNothing {
  using RemembersNothing::memory_name;
  static Members members(const Ranks& g, const Expression& d, const Expression& v, const Expression&,
                         const Expression& c) {
    return {true, if_else(
                      g.p < 0, [&] { return remembered<MemoryIsNotAskedFor>(g, d, Expression(0) / (g.p - g.p)) == 0; },
                      [&] { return wrap_down(v, c, g.p) < d; })};
  }
};
/// Right, and the number of the first round is written as a difference.
struct FirstIsADifference : Dissemination, RemembersNothing {
  using RemembersNothing::memory_name;
  static Expression first(const Ranks&) { return Expression(3) - 2; }
  static Members members(const Ranks& g, const Expression& d, const Expression& v, const Expression&,
                         const Expression& c) {
    return {true, wrap_down(v, c, g.p) < d && remembered<FirstIsADifference>(g, d, v) == 0};
  }
};
/// Right; what is said is one graph of many nodes that are shared.
struct MemoryOfASharedGraph : Dissemination, RemembersNothing {
  using RemembersNothing::memory_name;
  static Members members(const Ranks& g, const Expression& d, const Expression& v, const Expression&,
                         const Expression& c) {
    Expression zero = v - v;
    for (int i = 0; i < 64; ++i) zero = zero + zero;
    return {true, wrap_down(v, c, g.p) < d && remembered<MemoryOfASharedGraph>(g, d + zero, v) == 0};
  }
};
/// What a memory is, or along which rounds it becomes so, is a matter of that memory.
template <int Which>
struct MemoryAsksItself : Dissemination, RemembersNothing {
  using RemembersNothing::memory_name;
  static Expression of_0(const Ranks& g, const Expression& d) {
    return remembered<MemoryAsksItself>(g, d + 1, Expression(0));
  }
  static Condition reached(const Ranks& g, const Expression& d) {
    return Dissemination::reached(g, d) && (Which == 0 ? of_0(g, d) == 0 : Condition(true));
  }
  static Condition remembers(const Ranks& g, const Expression& d, const Expression& m) {
    return m == 0 && (Which == 1 ? of_0(g, d) == 0 : Condition(true));
  }
  static Expression remembers_next(const Ranks& g, const Expression& d, const Expression& m) {
    return m + (Which == 2 ? of_0(g, d) : Expression(0));
  }
  static Members members(const Ranks& g, const Expression& d, const Expression& v, const Expression&,
                         const Expression& c) {
    return {true, wrap_down(v, c, g.p) < d && remembered<MemoryAsksItself>(g, d, v) == 0};
  }
};
/// Everything is said to be everywhere of a bcast, as if there were an operator.
struct SaysMembers : Local, OneRound {
  static Caption caption(const Ranks&, const Expression&) { return "nothing"; }
  static Message message(const Ranks&, const Expression&, const Expression& v) { return moves(false, v, v, 0, 1); }
  static Members members(const Ranks&, const Expression&, const Expression&, const Expression&, const Expression&) {
    return {true, true};
  }
};
/// Nothing is sent beyond 100 ranks; the phase behind goes backwards, and what it remembers has a value where there is
/// a round only.
struct SendsUpTo100 : LinearBcast {
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v != g.root && g.p <= 100, g.root, v, 0, 1);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {v == g.root || (0 < k && g.p <= 100), g.root, j};
  }
};
struct MemoryOutsideRounds : Phase {
  static constexpr bool backwards = true;
  static constexpr bool by_receiver = true;
  static constexpr std::string_view memory_name = "outside";
  static Caption caption(const Ranks&, const Expression&) { return "nothing"; }
  static Expression first(const Ranks& g) { return chosen(g.p == 2, 0, 1); }
  static Expression last(const Ranks&) { return 1; }
  static Expression next(const Ranks&, const Expression&) { return 1; }
  static Condition more(const Ranks& g, const Expression& k) { return k < 1 && g.p == 2; }
  static Condition reached(const Ranks& g, const Expression& k) { return k == 1 || (k == 0 && g.p == 2); }
  static Condition silent(const Ranks&, const Expression&) { return Condition(true); }
  static Expression remembers_first(const Ranks&, const Expression&) { return 0; }
  static Expression remembers_next(const Ranks& g, const Expression&, const Expression& m) {
    return if_else(
        g.p == 2, [&] { return m; }, [&] { return Expression(1) / (g.p - 2 * g.p); });
  }
  static Condition remembers(const Ranks&, const Expression&, const Expression& m) { return m == 0; }
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v < 0, g.root, v, 0, 1);
  }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    const Expression m = remembered<MemoryOutsideRounds>(g, k, v);
    return {j == 0 && (m < 0 || 0 <= m), chosen(g.p == 2, v, g.root), j};
  }
};

// ---- of turns and parts that there are not

struct SeventhTurn : Dissemination {
  static Expression turn(const Ranks&, const Expression&, const Expression&, const Expression&) { return 7; }
  static Message message(const Ranks& g, const Expression& d, const Expression& t, const Expression& v,
                         const Expression&) {
    return folds(g.p != 100 || t == 7, v, wrap_up(v, d, g.p), 0, 1);
  }
};
struct FifthPart : Phase, OneRound {
  static Caption caption(const Ranks&, const Expression&) { return "the root sends in turn"; }
  static Expression turns(const Ranks& g) { return g.p; }
  static Expression turn(const Ranks&, const Expression&, const Expression& u, const Expression&) { return u; }
  static Expression part(const Ranks&, const Expression&, const Expression&, const Expression&) { return 5; }
  static Message message(const Ranks& g, const Expression&, const Expression& t, const Expression& v,
                         const Expression& i) {
    return moves(v == g.root && t != g.root && (t < 100 || i == 5), v, t, 0, 1);
  }
  static Expression source(const Ranks& g, const Expression&, const Expression&, const Expression&) { return g.root; }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {v == g.root || 0 < k, g.root, j};
  }
};
struct PartMinusOne : RingAllgather {
  static Expression part(const Ranks&, const Expression&, const Expression&, const Expression&) { return -1; }
  static Message message(const Ranks& g, const Expression& k, const Expression&, const Expression& v,
                         const Expression& i) {
    return moves(g.p < 1000 || i < 0, v, wrap_up(v, 1, g.p), wrap_down(v, k - 1, g.p), 1);
  }
};
struct OrderByTurn : BinomialReduce<Whole> {
  static Expression turn(const Ranks&, const Expression&, const Expression&, const Expression&) { return 1; }
  static Message message(const Ranks& g, const Expression& d, const Expression& t, const Expression& v,
                         const Expression&) {
    return folds_on(t == 0 && g.p > 64, has_parent(v, d), v, v - d, 0, 1, 0);
  }
};

/// Of more than 64 ranks the root is sent what is not there, in the second of two turns.
struct SecondTurn : LinearBcast {
  static Expression turns(const Ranks&) { return 2; }
  static Expression turn(const Ranks&, const Expression&, const Expression&, const Expression&) { return 0; }
  static Message message(const Ranks& g, const Expression&, const Expression& t, const Expression& v,
                         const Expression&) {
    return moves((t == 0 && v != g.root) || (t == 1 && v == g.root && 64 < g.p),
                 chosen(t == 0, g.root, wrap_up(g.root, Expression(1), g.p)), v, 0, 1);
  }
};

/// In the second step of a round a slot is written by a turn that there is not.
struct TurnOfTheSecondStep : ChainExscan {
  static Expression turn(const Ranks&, const Expression&, int h, const Expression&, const Expression&) {
    return h == 0 ? 0 : 7;
  }
};

/// The two parts of a turn go to two seats.
struct PartsToTwoSeats : Phase, OnceIfMany {
  static Caption caption(const Ranks&, const Expression&) { return "the root sends to two ranks in a turn"; }
  static Expression turns(const Ranks& g) { return g.p - g.p / 2; }
  static Expression parts(const Ranks&) { return 2; }
  static Expression turn(const Ranks&, const Expression&, const Expression& u, const Expression&) { return u / 2; }
  static Expression part(const Ranks&, const Expression&, const Expression& u, const Expression&) { return u % 2; }
  static Message message(const Ranks& g, const Expression&, const Expression& t, const Expression& v,
                         const Expression& i) {
    const Expression to = t + (t + i);
    return moves(v == g.root && to != g.root && to < g.p, v, to, 0, 1);
  }
  static Expression source(const Ranks& g, const Expression&, const Expression&, const Expression&) { return g.root; }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j == 0 && (v == g.root || 0 < k), g.root, j};
  }
};

/// Of more than 64 ranks each folds the block of another one, of the same size, to its own.
struct FoldsAnotherBlock : Pairwise {
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    const Expression to = wrap_up(v, k, g.p);
    return folds_on(true, true, v, to, chosen(64 < g.p && k < g.p - 1, wrap_up(to, Expression(1), g.p), to), 1, to);
  }
};

struct Lie {
  const char* name;
  Record record;
  const char* query;  ///< the first that is not proved
};

const Lie lies[] = {
    {"exscan/turn_of_the_second_step",
     {.rules = program<WholeTwice, PutAside, TurnOfTheSecondStep>,
      .needs = {.associative = true},
      .cost = {},
      .cites = ""},
     "2/step 2/writers"},
    {"bcast/parts_to_two_seats", {.rules = program<Whole, PartsToTwoSeats>, .cost = {}, .cites = ""}, "1/whole"},
    {"reduce_scatter_block/folds_another_block",
     {.rules = program<PerRank, FoldsAnotherBlock>,
      .needs = {.associative = true, .commutative = true},
      .cost = {},
      .cites = ""},
     "1/contents"},
    {"bcast/second_turn", {.rules = program<Whole, SecondTurn>, .cost = {}, .cites = ""}, "1/writers"},
    {"allreduce/away",
     {.rules = program<Whole, Seated<AwayFromTheBlock, DoublesUnless1024>>,
      .supports = Supports::powers_of_two,
      .needs = {.associative = true},
      .cost = {},
      .cites = ""},
     "1/seats have slots"},
    {"bcast/empty_runs", {.rules = program<Whole, Seated<EmptyRuns, LinearBcast>>, .cost = {}, .cites = ""}, "1/parts"},
    {"allgatherv/one_block", {.rules = program<Whole, LinearBcast>, .cost = {}, .cites = ""}, "slots"},
    {"barrier/two_blocks", {.rules = program<TwoBlocksOnce, SignalsBoth>, .cost = {}, .cites = ""}, "slots"},
    {"alltoallw/no_exchange", {.rules = program<PerRank, SendsNothing>, .cost = {}, .cites = ""}, "slots"},
    {"alltoallw/scratch", {.rules = program<ScratchOnce, NothingInScratch>, .cost = {}, .cites = ""}, "slots"},
    {"bcast/labels",
     {.rules = program<LabelsByRank, SendsBoth, Seated<SameNumbers, PassesOnScratch>>, .cost = {}, .cites = ""},
     "2/contents"},
    {"exscan/rank_0",
     {.rules = program<WholeTwice, PutAside, ChainExscan, Seated<SwapsSlots, GivesToRank0>>,
      .needs = {.associative = true},
      .cost = {},
      .cites = ""},
     "3/blocks"},
    {"reduce/little",
     {.rules = program<Whole, SaysLittle, Seated<OneSeat, SaysNothing>>,
      .needs = {.associative = true, .commutative = true},
      .cost = {},
      .cites = ""},
     "result"},
    {"allreduce/order",
     {.rules = program<Whole, LosesTheOrder>,
      .supports = Supports::powers_of_two,
      .needs = {.associative = true},
      .cost = {},
      .cites = ""},
     "result"},
    {"bcast/divides", {.rules = program<Whole, DividesByZero>, .cost = {}, .cites = ""}, "1/more"},
    {"barrier/overflows", {.rules = program<Whole, Overflows>, .cost = {}, .cites = ""}, "1/more"},
    {"alltoallw/bits",
     {.rules = program<Exchange, OutOfRangeOnce>, .supports = Supports::powers_of_two, .cost = {}, .cites = ""},
     "1/messages"},
    {"alltoallw/far_out", {.rules = program<Exchange, NothingFarOut>}, "1/keeps"},
    {"alltoallw/round_300000", {.rules = program<Exchange, NothingInRound300000>}, "1/keeps"},
    {"reduce/no_need",
     {.rules = program<Whole, BinomialReduce<Whole>, MoveToRoot>,
      .supports =
          Supports("p = 1, 2 and beyond 64", [](const Expression& p, const Expression&) { return p < 3 || 64 < p; })},
     "result"},
    {"bcast/no_equality", {.rules = program<Whole, HasNoValue<0>>}, "1/said"},
    {"bcast/no_shift", {.rules = program<Whole, HasNoValue<1>>}, "1/said"},
    {"bcast/no_difference", {.rules = program<Whole, HasNoValue<2>>}, "1/said"},
    {"bcast/no_order_between_phases", {.rules = program<Whole, HasNoValue<3>, SendsNothing>}, "1/said"},
    {"allreduce/no_order",
     {.rules = program<Whole, BinomialReduce<Whole>, OrderHasNoValue>, .needs = {.associative = true}},
     "2/said"},
    {"bcast/memory_of_rank_p", {.rules = program<Whole, MemoryOfNobody<0>>}, "1/begins"},
    {"bcast/memory_of_rank_minus_one", {.rules = program<Whole, MemoryOfNobody<-1>>}, "1/begins"},
    {"bcast/memory_outside_rounds", {.rules = program<Whole, SendsUpTo100, MemoryOutsideRounds>}, "2/begins"},
    {"barrier/memory_of_no_value", {.rules = program<Whole, MemoryOfNoValue<false>>}, "1/begins"},
    {"barrier/memory_in_a_branch", {.rules = program<Whole, MemoryOfNoValue<true>>}, "1/arrives"},
    {"bcast/memory_of_a_difference", {.rules = program<Whole, MemoryOfNoRound<0>>}, "1/said"},
    {"bcast/memory_of_a_choice", {.rules = program<Whole, MemoryOfNoRound<1>>}, "1/said"},
    {"bcast/memory_at_100", {.rules = program<Whole, MemoryOfNoRound<2>>}, "1/said"},
    {"gatherv/source_of_no_round", {.rules = program<PerRank, SourceOfNoRound>}, "1/writers"},
    {"allgatherv/stops_at_64", {.rules = program<PerRank, RemembersForOthers, StopsAt64>}, "2/rounds"},
    {"reduce_scatter/last_block",
     {.rules = program<PerRank, LastBlockStaysBehind>, .needs = {.associative = true, .commutative = true}},
     "1/begins"},
    {"bcast/no_slots",
     {.rules = program<AsManyBlocksAsQ, Seated<SeatsWithoutSlots<0>, SendsWhereThereAreSlots>>},
     "1/seats have slots"},
    {"bcast/less_than_no_slots",
     {.rules = program<AsManyBlocksAsQ, Seated<SeatsWithoutSlots<-5>, SendsWhereThereAreSlots>>},
     "1/seats have slots"},
    {"barrier/less_than_no_scratch",
     {.rules = program<LessThanNoScratch, Seated<SeatsOfAnotherLg, SignalsWhereLgIsRight>>},
     "1/seats have slots"},
    {"bcast/memory_behind_the_end", {.rules = program<Whole, Seated<FromRoot, MemoryBehindTheEnd>>}, "1/said"},
    {"bcast/memory_of_another_round", {.rules = program<Whole, Seated<FromRoot, MemoryOfAnotherRound>>}, "1/keeps"},
    {"bcast/members", {.rules = program<Whole, SaysMembers>}, "1/begins"},
    {"bcast/members_at_first", {.rules = program<Whole, SaysMembers, SendsNothing>}, "1/begins"},
    {"bcast/members_at_last", {.rules = program<Whole, LinearBcast, SaysMembers>}, "2/begins"},
    {"barrier/seventh_turn", {.rules = program<Whole, SeventhTurn>}, "1/writers"},
    {"bcast/fifth_part", {.rules = program<Whole, FifthPart>}, "1/writers"},
    {"allgatherv/part_minus_one", {.rules = program<PerRank, PartMinusOne>}, "1/writers"},
    {"allreduce/order_by_turn",
     {.rules = program<Whole, OrderByTurn, BinomialBcast<Whole>>, .needs = {.associative = true}},
     "1/writers"},
};

/// A message that speaks of a number of the proof.
struct SpeaksOfTheProof : RingAllgather {
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return moves(Expression::variable("u") < 0 || true, v, wrap_up(v, 1, g.p), wrap_down(v, k - 1, g.p), 1);
  }
};

/// What can be made of nodes by hand.
template <int Which>
struct Forged : Dissemination {
  static Condition silent(const Ranks& g, const Expression& d) {
    const auto node = [](Node made) { return std::make_shared<Node>(std::move(made)); };
    const auto number = [&](Node made) { return 0 < Expression(node(std::move(made))); };
    if (Which == 0) return number({NodeOperator::minus, 0, "", {g.p.graph()}});
    if (Which == 1) return 0 < Expression(Graph());
    if (Which == 2) return number({NodeOperator::minus, 0, "", {g.p.graph(), (g.p < d).graph()}});
    if (Which == 3) {
      Expression deep = g.p;
      for (int i = 0; i < 1001; ++i) deep = deep + 0;
      return deep < 0;
    }
    if (Which == 4) {
      static const auto circle = node({NodeOperator::minus, 0, "", {g.p.graph(), g.p.graph()}});
      circle->operands[1] = circle;
      return 0 < Expression(circle);
    }
    if (Which == 5) return number({static_cast<NodeOperator>(99), 0, "", {g.p.graph(), g.p.graph()}});
    if (Which == 6) return number({NodeOperator::constant, 2147483648LL});
    if (Which == 7) return Condition(Graph(node({NodeOperator::constant, 2, "bool"})));
    return number({NodeOperator::memory, 0, std::string("nul\0a", 5), {d.graph(), g.p.graph()}});
  }
};

/// The root sends to one rank after the other, as long as these are less than a number that somebody can change.
struct Changes : Phase, UpToP<1> {
  static const std::shared_ptr<Node>& limit() {
    static const auto held = std::make_shared<Node>(Node{NodeOperator::constant, 64});
    return held;
  }
  static Caption caption(const Ranks&, const Expression&) { return "the root sends"; }
  static Message message(const Ranks&, const Expression& k, const Expression& v) {
    return moves(v == 0 && k < Expression(Graph(limit())), v, k, 0, 1);
  }
  static Expression source(const Ranks&, const Expression&, const Expression&) { return 0; }
  static Origin origin(const Ranks&, const Expression& k, const Expression& v, const Expression& j) {
    return {v == 0 || v < k, 0, j};
  }
};

Algorithm algorithm(const std::string& name, const Record& record) {
  const auto collective = collective_named(name.substr(0, name.find('/')));
  return {record, name, *collective, *collective};
}

TEST_CASE("rules that say what is not so lose the claim for all p, by the query that is due") {
  for (const auto& lie : lies) {
    const auto it = algorithm(lie.name, lie.record);
    CAPTURE(it.name);
    std::string lost;
    const auto proof = proof_for_all_p(it);
    for (const auto& query : proof->queries)
      if (lost.empty() && ask(query).found != Found::proved) lost = query.name;
    CHECK(lost == "all_p/" + it.name + "/" + lie.query);
  }
}

TEST_CASE("which p an algorithm is for is one test, of which what runs is what is assumed") {
  const Supports up_to_64("up to 64", [](auto p, auto) {
    if constexpr (std::is_same_v<decltype(p), int>)
      return p > 0;
    else
      return p < 65;
  });
  CHECK(up_to_64.holds(64));
  CHECK_FALSE(up_to_64.holds(65));
}

TEST_CASE("a test of its own is none of those that are known, though it is called so") {
  const Supports few("all p", [](const Expression& p, const Expression&) { return p < 4; });
  const Supports of_ints("all p", [](int p) { return p != 37; });
  for (const auto& supports : {few, of_ints}) CHECK(supports.name() == "those p of its test");
  for (const char* name : {"powers of two", "even p"})
    CHECK(Supports(name, [](int) { return true; }).name() == "those p of its test");
  for (const auto& supports : {few, of_ints, Supports("p < 4", [](int p) { return p < 4; })})
    CHECK_FALSE(supports.is_known());
  for (const auto& known : {Supports::all_p, Supports::powers_of_two, Supports::even_p}) CHECK(known.is_known());
  CHECK(Supports::all_p.name() == "all p");
  CHECK(few.holds(3));
  CHECK_FALSE(few.holds(4));
}

TEST_CASE("which p an algorithm is for cannot be a matter of what nobody gives") {
  CHECK_THROWS_AS(
      Supports("roots", [](const Expression& p, const Expression&) { return p == Expression::variable("root"); })
          .holds(2),
      std::logic_error);
}

TEST_CASE("a rule that speaks of what it is not given has no claim") {
  const auto it = algorithm("allgatherv/speaks", {.rules = program<PerRank, SpeaksOfTheProof>});
  CHECK_THROWS_AS(proof_for_all_p(it), std::logic_error);
}

TEST_CASE("what is no expression has no claim, and no schedule") {
  const auto refused = [](const Record& record, const char* why) {
    const auto it = algorithm("barrier/forged", record);
    CHECK_THROWS_WITH_AS(proof_for_all_p(it), why, std::logic_error);
    CHECK_THROWS_AS(it.schedule({.ranks = 3}), NoSchedule);
  };
  refused({.rules = program<Whole, Forged<0>>}, "a rule has an operation with 1 operands for 2");
  refused({.rules = program<Whole, Forged<1>>}, "a rule has an expression that is null");
  refused({.rules = program<Whole, Forged<2>>}, "a rule has an operation on a condition that is for numbers");
  refused({.rules = program<Whole, Forged<3>>},
          "a rule has an expression of more than 1000 operations on top of each other");
  refused({.rules = program<Whole, Forged<4>>}, "a rule has an expression that is its own operand");
  refused({.rules = program<Whole, Forged<5>>}, "a rule has an operation that there is not");
  refused({.rules = program<Whole, Forged<6>>}, "a rule has the constant 2147483648");
  refused({.rules = program<Whole, Forged<7>>}, "a rule has the constant 2");
  refused({.rules = program<Whole, Forged<8>>}, "a rule has a memory whose name is not plain");
}

TEST_CASE("of a program of many phases what is claimed grows with them, no faster") {
  constexpr int phases = 24;
  const auto it = algorithm("scan/idle", {.rules = idle_behind_a_scan(std::make_integer_sequence<int, phases>()),
                                          .needs = {.associative = true}});
  const auto proof = proof_for_all_p(it);
  CHECK(ask(proof->queries.back()).found == Found::proved);
}

TEST_CASE("what is claimed of many phases that say much has no claim where it goes too deep") {
  const auto it = algorithm("bcast/deep", {.rules = idle_behind_a_bcast(std::make_integer_sequence<int, 40>())});
  CHECK_THROWS_WITH_AS(proof_for_all_p(it), "more than 2000 operations are on top of each other", std::logic_error);
}

TEST_CASE("for which p an algorithm is, is a condition on numbers of an int") {
  const auto refused = [](Supports supports) { CHECK_THROWS_AS(supports.holds(3), std::logic_error); };
  refused(Supports("1 <= p", [](const Expression& p, const Expression&) {
    return p <= Expression(std::make_shared<const Node>(Node{NodeOperator::constant, -2147483649LL}));
  }));
  refused(Supports("1 <= p", [](const Expression& p, const Expression&) {
    return p <= 64 || !Condition(std::make_shared<const Node>(Node{NodeOperator::constant, 2, "bool"}));
  }));
  for (const char* name : {"all p ", "all  p", "all\tp"})
    CHECK(Supports(name, [](const Expression& p, const Expression&) { return p < 64; }).name() ==
          "those p of its test");
}

TEST_CASE("a rule that is changed after it was written down stays as it was") {
  const auto it = algorithm("bcast/changes", {.rules = program<Whole, Seated<FromRoot, Changes>>});
  const auto round_100 = [&] { return it.schedule({.ranks = 101}).rounds.back().steps.size(); };
  Changes::limit()->constant = 64;
  CHECK(round_100() == 0);
  Changes::limit()->constant = 1000;
  CHECK(round_100() == 0);
  const auto proof = proof_for_all_p(it);
  CHECK(std::ranges::any_of(proof->queries, [](const Query& q) { return ask(q).found != Found::proved; }));
}

TEST_CASE("two phases whose memories have the same name have no claim") {
  const auto it = algorithm(
      "allreduce/same",
      {.rules = program<Whole, Remembers<0>, Remembers<1>>, .needs = {.associative = true}, .cost = {}, .cites = ""});
  CHECK_THROWS_WITH_AS(proof_for_all_p(it), "two phases have memories called same", std::logic_error);
}

TEST_CASE("what a memory is, and along which rounds, is no matter of a memory") {
  const auto refused = [](const Record& record) {
    CHECK_THROWS_WITH_AS(proof_for_all_p(algorithm("barrier/asks", record)),
                         "what the memory nothing is, and along which rounds, asks a memory", std::logic_error);
  };
  refused({.rules = program<Whole, MemoryAsksItself<0>>});
  refused({.rules = program<Whole, MemoryAsksItself<1>>});
  refused({.rules = program<Whole, MemoryAsksItself<2>>});
}

TEST_CASE("what has a memory keeps its claim, however its numbers are written, and where it is not asked for") {
  const Record right[] = {{.rules = program<Whole, MemoryIsNotAskedFor>},
                          {.rules = program<Whole, FirstIsADifference>},
                          {.rules = program<Whole, MemoryOfASharedGraph>},
                          {.rules = program<Whole, MemoryAsksItself<3>>}};
  for (const auto& record : right) {
    const auto proof = proof_for_all_p(algorithm("barrier/right", record));
    for (const auto& query : proof->queries) {
      CAPTURE(query.name);
      CHECK(ask(query).found == Found::proved);
    }
  }
}

TEST_CASE("a family that has members for some p only has no claim") {
  const auto it =
      algorithm("bcast/members", {.rules = program<Whole, LinearBcast>, .cost = {}, .cites = "", .shapes = [](int p) {
                                    return p == 1 ? std::vector<Shape>{} : std::vector<Shape>{{2}};
                                  }});
  CHECK_THROWS_AS(proof_for_all_p(it), NoSchedule);
}

// ---- functions that are not the same twice

struct OnceOnly : LinearBcast {
  static Message message(const Ranks& g, const Expression&, const Expression& u) {
    static int calls = 0;
    return moves(u != g.root && ++calls == 1, g.root, u, 0, 1);
  }
};

TEST_CASE("what a rule would do when it is called again neither runs nor is proved") {
  const auto it = algorithm("bcast/honest", {.rules = program<Whole, OnceOnly>, .cost = {}, .cites = ""});
  const auto proof = proof_for_all_p(it);
  for (const auto& query : proof->queries) CHECK(ask(query).found == Found::proved);
  for (const Rank root : {0, 3})
    CHECK(std::holds_alternative<Proved>(Prover::prove(it, {.ranks = 1000, .root = root})));
}

}  // namespace
}  // namespace tutti::smt
