// Programs with one thing wrong each, and the obligation that is refuted. (That those of all algorithms are proved:
// solvers/all_p_test.cpp.)
#include "verified/check/smt/rules.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "verified/algorithms/bruck_allgather.hpp"
#include "verified/algorithms/exchange.hpp"
#include "verified/algorithms/linear.hpp"
#include "verified/algorithms/pairs.hpp"
#include "verified/algorithms/prefix_chain.hpp"
#include "verified/algorithms/ring.hpp"
#include "verified/algorithms/seats.hpp"
#include "verified/algorithms/surplus.hpp"
#include "verified/algorithms/sweeps.hpp"
#include "verified/algorithms/tree.hpp"
#include "verified/check/rules/obligations.hpp"

namespace tutti::smt {
namespace {

// ---- messages

struct SendsTwoOn : RingAllgather {
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return moves(true, v, wrap_up(v, 2, g.p), wrap_down(v, k - 1, g.p), 1);
  }
};
struct HearsFromTheWrongSide : RingAllgather {
  static Expression source(const Ranks& g, const Expression&, const Expression& u) { return wrap_up(u, 1, g.p); }
};
struct SendsWhatIsAboutToArrive : RingAllgather {
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return moves(true, v, wrap_up(v, 1, g.p), wrap_down(v, k, g.p), 1);
  }
};
struct LeavesOutTheLastRank : LinearBcast {
  static Message message(const Ranks& g, const Expression&, const Expression& u) {
    return moves(u != g.root && u != g.p - 1, g.root, u, 0, 1);
  }
};
struct SendsBeyondTheLastSeat : BinomialBcast<Whole> {
  static Message message(const Ranks&, const Expression& d, const Expression& v) {
    return moves(up_to(v, d) == 0, v, v + d, 0, 1);
  }
};
struct AddsBeforeItCompares : SweepUp {
  static Message message(const Ranks& g, const Expression& d, const Expression& v) {
    return folds(bits_up_to(v, d) == d - 1 && v + d < g.p, v, v + d, 0, 1);
  }
};
struct FoldsOnTheOtherSide : RecursiveDoubling<Whole> {
  static Message message(const Ranks&, const Expression& d, const Expression& v) {
    return folds_on((v ^ d) < v, true, v, v ^ d, 0, 1, 0);
  }
};
struct ReplacesWhatIsSent : SendUp {
  static Message message(const Ranks& g, const Expression&, const Expression& v) {
    return moves(v < g.p - 1, v, v + 1, 0, 1, 0);
  }
};
struct SendsItsOwnBlockOn : Pairwise {
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return folds(true, v, wrap_up(v, k, g.p), v, 1);
  }
};
struct SplitsAMessage : RotateCopy {
  static Message message(const Ranks& g, const Expression& k, const Expression& t, const Expression& v,
                         const Expression& i) {
    auto m = RotateCopy::message(g, k, t, v, i);
    m.to = if_else(
        i == 0, [&] { return v; }, [&] { return wrap_up(v, 1, g.p); });
    return m;
  }
};
struct KnowsTheWrongTurn : Scattered {
  static Expression turn(const Ranks& g, const Expression&, const Expression& u, const Expression& j) {
    return wrap_down(j - g.p, u, g.p);
  }
};
struct SaysNothingInRoundOne : ChainExscan {
  static Condition silent(const Ranks&, const Expression& r, int h) { return h == 1 && r == 1; }
};

// ---- rounds

struct OneRoundTooMany : RingAllgather {
  static Condition more(const Ranks& g, const Expression& k) { return k <= g.p; }
};
struct EndsTooEarly : Dissemination {
  static Expression last(const Ranks& g) { return g.p - 1; }
};
struct DoublesBeyondP : Dissemination {
  static Expression next(const Ranks&, const Expression& d) { return d + d; }
};
struct GoesOneByOne : Dissemination {
  static Expression next(const Ranks&, const Expression& d) { return d + 1; }
};
struct BeginsAtZero : RingAllgather {
  static Expression first(const Ranks&) { return 0; }
};

// ---- what is said of the slots

struct ClaimsOneRankTooMany : Pairwise {
  static Members members(const Ranks& g, const Expression& k, const Expression& v, const Expression& j,
                         const Expression& c) {
    return {true, (j != v && c == v) || (j == v && wrap_down(v, c, g.p) <= k)};
  }
};
struct ClaimsOneBlockTooFew : RingAllgather {
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {wrap_down(v, j, g.p) < k && (k < g.p || j != v), j, j};
  }
};

// ---- seats and slots

struct FirstSeats : SharedSeats {
  static Expression rank(const Ranks&, const Expression& v) { return v; }
};
struct NeverWraps : BlocksFromRoot {
  static constexpr int runs = 1;
};
struct CopyOfOthers : CopyFromOwn {
  static Expression label(const Ranks& g, const Expression& r, const Expression& s) {
    return wrap_down(r, s - g.p, g.p);
  }
};
struct CopyOfNothing : CopyFromOwn {
  static Expression label(const Ranks&, const Expression&, const Expression& s) { return s; }
};

struct Twin {
  const char* algorithm;  ///< whose phases and slots these are, but for one thing
  Rulebook program;
  const char* query;
};

const Twin twins[] = {
    {"allgatherv/ring", program<PerRank, SendsTwoOn>, "1/writers"},
    {"allgatherv/ring", program<PerRank, HearsFromTheWrongSide>, "1/writers"},
    {"allgatherv/ring", program<PerRank, SendsWhatIsAboutToArrive>, "1/contents"},
    {"allgatherv/ring", program<PerRank, OneRoundTooMany>, "1/next"},
    {"allgatherv/ring", program<PerRank, BeginsAtZero>, "1/rounds"},
    {"allgatherv/ring", program<PerRank, ClaimsOneBlockTooFew>, "result"},
    {"allgatherv/bruck", program<CopyOfOthers, BeginCopy, CollectCopies, RotateCopy>, "2/contents"},
    {"allgatherv/bruck", program<CopyOfNothing, BeginCopy, CollectCopies, RotateCopy>, "slots"},
    {"allgatherv/bruck", program<CopyFromOwn, BeginCopy, CollectCopies, SplitsAMessage>, "3/whole"},
    {"allgatherv/bruck", program<CopyFromOwn, BeginCopy, RotateCopy>, "2/begins"},
    {"alltoallw/scattered", program<Exchange, KnowsTheWrongTurn>, "1/writers"},
    {"bcast/linear", program<Whole, LeavesOutTheLastRank>, "1/keeps"},
    {"bcast/binomial", program<Whole, BinomialBcast<Whole>>, "1/begins"},
    {"bcast/binomial", program<Whole, Seated<FromRoot, SendsBeyondTheLastSeat>>, "1/messages"},
    {"gatherv/binomial", program<PerRank, Seated<FromRoot, BinomialGather>>, "1/begins"},
    {"gatherv/binomial", program<PerRank, Seated<NeverWraps, BinomialGather>>, "1/parts"},
    {"scan/binomial_sweep", program<Whole, AddsBeforeItCompares, SweepDown>, "1/messages"},
    {"scan/binomial_sweep", program<Whole, SweepUp>, "result"},
    {"exscan/binomial_sweep",
     program<WholeTwice, ReplacesWhatIsSent, TakePlace, Seated<ButFirst, SweepUp>, Seated<ButFirst, SweepDown>>,
     "1/contents"},
    {"exscan/linear", program<WholeTwice, PutAside, SaysNothingInRoundOne>, "2/step 2/messages"},
    {"barrier/dissemination", program<Whole, EndsTooEarly>, "1/last"},
    {"barrier/dissemination", program<Whole, DoublesBeyondP>, "1/next"},
    {"barrier/dissemination", program<Whole, GoesOneByOne>, "1/arrives"},
    {"reduce_scatter/pairwise", program<PerRank, ClaimsOneRankTooMany>, "1/begins"},
    {"reduce_scatter/pairwise", program<PerRank, SendsItsOwnBlockOn>, "1/arrives"},
    {"allreduce/ring", program<PerRank, Pairwise>, "result"},
    {"allreduce/ring", program<PerRank, RingAllgather, Pairwise>, "2/begins"},
    {"allreduce/recursive_doubling",
     program<Whole, EvenTakesAll<Whole>, Seated<EvenStays, FoldsOnTheOtherSide>, ServeSurplus<Whole>>, "2/arrives"},
    {"allreduce/recursive_doubling",
     program<Whole, EvenTakesAll<Whole>, Seated<FirstSeats, RecursiveDoubling<Whole>>, ServeSurplus<Whole>>, "2/seats"},
    {"allreduce/recursive_doubling",
     program<Whole, EvenTakesAll<Whole>, Seated<OddStays, RecursiveDoubling<Whole>>, ServeSurplus<Whole>>, "2/begins"},
    {"allreduce/recursive_doubling", program<Whole, EvenTakesAll<Whole>, Seated<EvenStays, RecursiveDoubling<Whole>>>,
     "result"},
};

std::string query_of(const Twin& twin) { return std::string("all_p/") + twin.algorithm + "/" + twin.query; }

TEST_CASE("a program in which one thing is wrong is refuted, there") {
  for (const auto& twin : twins) {
    const auto& algorithm = *find_algorithm(twin.algorithm);
    const auto queries = queries_of(rules::obligations(algorithm, twin.program().rules()));
    const auto query = std::ranges::find(queries, query_of(twin), &Query::name);
    CAPTURE(query_of(twin));
    REQUIRE(query != queries.end());
    const auto answer = ask(*query);
    CAPTURE(answer.detail);
    CHECK(answer.found == Found::refuted);
    CHECK(answer.detail.find("p = ") != std::string::npos);
  }
}

TEST_CASE("the same obligations of the algorithms themselves are proved") {
  for (const auto& twin : twins) {
    const auto& algorithm = *find_algorithm(twin.algorithm);
    for (const auto& query : queries_of(rules::obligations(algorithm, algorithm.rules().rules())))
      if (query.name == query_of(twin)) {
        CAPTURE(query.name);
        CHECK(ask(query).found == Found::proved);
      }
  }
}

}  // namespace
}  // namespace tutti::smt
