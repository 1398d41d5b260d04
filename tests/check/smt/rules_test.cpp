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
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& k, const N& v) {
    return moves<N>(true, v, wrap_up(v, 2, g.p), wrap_down(v, k - 1, g.p), 1);
  }
};
struct HearsFromTheWrongSide : RingAllgather {
  template <class N>
  static N source(const Ranks<N>& g, const N&, const N& u) {
    return wrap_up(u, 1, g.p);
  }
};
struct SendsWhatIsAboutToArrive : RingAllgather {
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& k, const N& v) {
    return moves<N>(true, v, wrap_up(v, 1, g.p), wrap_down(v, k, g.p), 1);
  }
};
struct LeavesOutTheLastRank : LinearBcast {
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& u) {
    return moves<N>(u != g.root && u != g.p - 1, g.root, u, 0, 1);
  }
};
struct SendsBeyondTheLastSeat : BinomialBcast<Whole> {
  template <class N>
  static Message<N> message(const Ranks<N>&, const N& d, const N& v) {
    return moves<N>(up_to(v, d) == 0, v, v + d, 0, 1);
  }
};
struct AddsBeforeItCompares : SweepUp {
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& d, const N& v) {
    return folds<N>(bits_up_to(v, d) == d - 1 && v + d < g.p, v, v + d, 0, 1);
  }
};
struct FoldsOnTheOtherSide : RecursiveDoubling<Whole> {
  template <class N>
  static Message<N> message(const Ranks<N>&, const N& d, const N& v) {
    return folds_on<N>((v ^ d) < v, true, v, v ^ d, 0, 1, 0);
  }
};
struct ReplacesWhatIsSent : SendUp {
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N&, const N& v) {
    return moves<N>(v < g.p - 1, v, v + 1, 0, 1, 0);
  }
};
struct SendsItsOwnBlockOn : Pairwise {
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& k, const N& v) {
    return folds<N>(true, v, wrap_up(v, k, g.p), v, 1);
  }
};
struct SplitsAMessage : RotateCopy {
  template <class N>
  static Message<N> message(const Ranks<N>& g, const N& k, const N& t, const N& v, const N& i) {
    auto m = RotateCopy::message(g, k, t, v, i);
    m.to = if_else(
        i == 0, [&] { return v; }, [&] { return wrap_up(v, 1, g.p); });
    return m;
  }
};
struct KnowsTheWrongTurn : Scattered {
  template <class N>
  static N turn(const Ranks<N>& g, const N&, const N& u, const N& j) {
    return wrap_down(j - g.p, u, g.p);
  }
};
struct SaysNothingInRoundOne : ChainExscan {
  template <class N>
  static Truth<N> silent(const Ranks<N>&, const N& r, int h) {
    return h == 1 && r == 1;
  }
};

// ---- rounds

struct OneRoundTooMany : RingAllgather {
  template <class N>
  static Truth<N> more(const Ranks<N>& g, const N& k) {
    return k <= g.p;
  }
};
struct EndsTooEarly : Dissemination {
  template <class N>
  static N last(const Ranks<N>& g) {
    return g.p - 1;
  }
};
struct DoublesBeyondP : Dissemination {
  template <class N>
  static N next(const Ranks<N>&, const N& d) {
    return d + d;
  }
};
struct GoesOneByOne : Dissemination {
  template <class N>
  static N next(const Ranks<N>&, const N& d) {
    return d + 1;
  }
};
struct BeginsAtZero : RingAllgather {
  template <class N>
  static N first(const Ranks<N>&) {
    return 0;
  }
};

// ---- what is said of the slots

struct ClaimsOneRankTooMany : Pairwise {
  template <class N>
  static Members<N> members(const Ranks<N>& g, const N& k, const N& v, const N& j, const N& c) {
    return {true, (j != v && c == v) || (j == v && wrap_down(v, c, g.p) <= k)};
  }
};
struct ClaimsOneBlockTooFew : RingAllgather {
  template <class N>
  static Origin<N> origin(const Ranks<N>& g, const N& k, const N& v, const N& j) {
    return {wrap_down(v, j, g.p) < k && (k < g.p || j != v), j, j};
  }
};

// ---- seats and slots

struct FirstSeats : SharedSeats {
  template <class N>
  static N rank(const Ranks<N>&, const N& v) {
    return v;
  }
};
struct NeverWraps : BlocksFromRoot {
  static constexpr int runs = 1;
};
struct CopyOfOthers : CopyFromOwn {
  template <class N>
  static N label(const Ranks<N>& g, const N& r, const N& s) {
    return wrap_down(r, s - g.p, g.p);
  }
};
struct CopyOfNothing : CopyFromOwn {
  template <class N>
  static N label(const Ranks<N>&, const N&, const N& s) {
    return s;
  }
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
