// The cost model, the formulas of the records, and what the papers say of the times.
#include "verified/check/cost.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <variant>

#include "tests/support/all_cases.hpp"
#include "tests/support/phases.hpp"
#include "verified/check/formula.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/sweep/claim.hpp"

namespace tutti {
namespace {

/// Equal to a relative 1e-9; or, where large terms of a formula cancel, to a relative 1e-12 of them.
bool close(double a, double b, double terms = 0) {
  return std::abs(a - b) <= std::max(1e-9 * std::max(std::abs(a), std::abs(b)), 1e-12 * terms);
}

const Algorithm& the(std::string_view name) {
  const auto* found = find_algorithm(name);
  REQUIRE(found != nullptr);
  return *found;
}

double time_of(std::string_view name, int p, const Prices& prices, double bytes = 1, Rank root = 0) {
  return replay(the(name).schedule({.ranks = p, .root = root}), prices, bytes);
}

/// A formula of a paper that no record holds.
double formula(std::string_view text, int p, const Prices& prices, double bytes = 1) {
  return CostFormula("this test", {.paper = text}).paper({p, 0, bytes, prices});
}

/// A one-way message never takes longer than a two-way one.
Prices draw_prices() {
  return {.alpha = draw_magnitude(-3, 3),
          .beta = draw_magnitude(-3, 3),
          .gamma = draw_magnitude(-3, 3),
          .f_alpha = draw_magnitude(-2, 0),
          .f_beta = draw_magnitude(-2, 0)};
}

constexpr Prices half_duplex{.alpha = 100, .beta = 10, .gamma = 1, .f_alpha = 0.5, .f_beta = 0.6};
constexpr Prices full_duplex{.alpha = 3, .beta = 7, .gamma = 2, .f_alpha = 1, .f_beta = 1};

// The model. A block is one byte here; alpha = 100, beta = 10, gamma = 1, alpha_uni = 50, beta_uni = 6.

Step move(Rank from, Rank to, Blocks blocks) { return {from, to, blocks, blocks.first, Action::replace}; }
Step fold(Rank from, Rank to, Blocks blocks) { return {from, to, blocks, blocks.first, Action::fold_left}; }

double priced(int ranks, std::vector<Round> rounds) {
  const Schedule schedule{.ranks = ranks, .blocks = 4, .extra = 0, .scratch = {}, .rounds = std::move(rounds)};
  return replay(schedule, half_duplex, 4);
}

TEST_CASE("a one-way message costs alpha_uni + m*beta_uni, and its fold m*gamma") {
  CHECK(priced(2, {{"", {move(0, 1, {0, 2})}}}) == doctest::Approx(50 + 2 * 6));
  CHECK(priced(2, {{"", {fold(0, 1, {0, 2})}}}) == doctest::Approx(50 + 2 * 6 + 2));
}

TEST_CASE("with regimes each message has the prices of the last one that begins at or below its size") {
  const Schedule schedule{.ranks = 2,
                          .blocks = 4,
                          .extra = 0,
                          .scratch = {},
                          .rounds = {{"", {move(0, 1, {0, 3}), move(1, 0, {3, 1})}}, {"", {fold(0, 1, {0, 2})}}}};
  const std::vector<Regime> regimes{{0, 100, 10, 50, 6}, {2, 7, 20, 3, 30}, {6, 1000, 0, 2000, 0}};
  const auto time = [&](double bytes) { return replay(schedule, regimes, 1, bytes); };
  CHECK(time(4) == doctest::Approx(std::max(7 + 3 * 20, 100 + 1 * 10) + 3 + 2 * 30 + 2));
  CHECK(time(2) == doctest::Approx(100 + 1.5 * 10 + 50 + 1 * 6 + 1));
  CHECK(time(8) == doctest::Approx(1000 + 3 + 4 * 30 + 4));
  const auto path = longest_path(schedule, regimes, 1, /*bytes*/ 8, /*priced_at*/ 4);
  CHECK(path.fixed == doctest::Approx(7 + 3));
  CHECK(path.per_byte == doctest::Approx(0.75 * 20 + 0.5 * 30 + 0.5));
}

TEST_CASE(
    "a message that is exactly as long as a regime begins is in it, and one that is a byte's share shorter is not") {
  property("for whole bytes", [] {
    const int parts = 1 + draw(100), blocks = 1 + draw(parts), from = 1 + draw(draw(2) == 0 ? 100 : 1'000'000'000);
    const std::int64_t least = (std::int64_t{from} * parts + blocks - 1) / blocks;
    RC_LOG() << blocks << " of " << parts << " parts, a regime from " << from << " bytes: from " << least << "\n";
    const double at = begins_at(
        {.from = static_cast<double>(from), .alpha = 0, .beta = 0, .alpha_uni = 0, .beta_uni = 0}, blocks, parts);
    RC_ASSERT(at <= static_cast<double>(least));
    RC_ASSERT(at > static_cast<double>(least - 1));
  });
}

TEST_CASE("a boundary that no binary fraction is exact for is one all the same") {
  for (int parts = 1; parts <= 64; ++parts)
    for (int blocks = 1; blocks <= parts; ++blocks) {
      const Schedule schedule{
          .ranks = 2, .blocks = parts, .extra = 0, .scratch = {}, .rounds = {{"", {move(0, 1, {0, blocks})}}}};
      const std::vector<Regime> regimes{{0, 1, 0, 1, 0}, {2744.0 * blocks, 2, 0, 2, 0}};
      CAPTURE(parts);
      CAPTURE(blocks);
      CHECK(replay(schedule, regimes, 0, 2744.0 * parts) == 2);
      CHECK(replay(schedule, regimes, 0, 2744.0 * parts - 1) == 1);
    }
}

TEST_CASE("a schedule's messages carry so many parts, and what stays inside a rank is none") {
  const Schedule schedule{
      .ranks = 2,
      .blocks = 4,
      .extra = 0,
      .scratch = {},
      .rounds = {
          {"", {move(0, 1, {0, 3}), move(1, 0, {3, 1})}}, {"", {move(0, 0, {0, 2})}}, {"", {move(0, 1, {1, 1})}}}};
  CHECK(message_sizes(schedule) == std::vector<int>{1, 3});
}

TEST_CASE("an exchange costs alpha + m*beta each way, at the same time") {
  CHECK(priced(2, {{"", {move(0, 1, {0, 2}), move(1, 0, {2, 2})}}}) == doctest::Approx(100 + 2 * 10));
}

TEST_CASE("an exchange of unequal parts lasts as long as the larger one") {
  CHECK(priced(2, {{"", {move(0, 1, {0, 3}), move(1, 0, {3, 1})}}}) == doctest::Approx(100 + 3 * 10));
}

TEST_CASE("a shift round a ring is two-way") {
  CHECK(priced(3, {{"", {move(0, 1, {0, 1}), move(1, 2, {0, 1}), move(2, 0, {0, 1})}}}) == doctest::Approx(110));
}

TEST_CASE("a rank sends its messages of one round one after the other, and receives them so") {
  CHECK(priced(3, {{"", {move(0, 1, {0, 1}), move(0, 2, {1, 1})}}}) == doctest::Approx(2 * 56));
  CHECK(priced(3, {{"", {move(0, 2, {0, 1}), move(1, 2, {1, 1})}}}) == doctest::Approx(2 * 56));
}

TEST_CASE("messages between different ranks go at the same time") {
  CHECK(priced(4, {{"", {move(0, 1, {0, 1}), move(2, 3, {0, 1})}}}) == doctest::Approx(56));
}

TEST_CASE("adjacent steps between the same two ranks are one message, others are not") {
  CHECK(priced(2, {{"", {move(0, 1, {0, 1}), move(0, 1, {2, 1})}}}) == doctest::Approx(50 + 2 * 6));
  CHECK(priced(3, {{"", {move(0, 1, {0, 1}), move(0, 2, {1, 1}), move(0, 1, {2, 1})}}}) == doctest::Approx(3 * 56));
}

TEST_CASE("a message waits for the earlier rounds of both its ranks, and for nobody else") {
  const Round first{"", {fold(0, 1, {0, 4})}};  // 50 + 24, and 4 to fold
  CHECK(priced(4, {first, {"", {move(1, 2, {0, 1})}}}) == doctest::Approx(78 + 56));
  CHECK(priced(4, {first, {"", {move(2, 1, {0, 1})}}}) == doctest::Approx(78 + 56));
  CHECK(priced(4, {first, {"", {move(0, 2, {0, 1})}}}) == doctest::Approx(74 + 56));
  CHECK(priced(4, {first, {"", {move(2, 3, {0, 1})}}}) == doctest::Approx(78));
}

TEST_CASE("inside a rank a fold costs gamma and a move nothing") {
  CHECK(priced(1, {{"", {fold(0, 0, {0, 3})}}}) == doctest::Approx(3));
  CHECK(priced(1, {{"", {move(0, 0, {0, 3})}}}) == doctest::Approx(0));
}

TEST_CASE("the volume counts rounds, messages, bytes and folds of the busiest rank") {
  const Schedule schedule{
      .ranks = 3,
      .blocks = 4,
      .extra = 0,
      .scratch = {},
      .rounds = {
          {"", {fold(0, 1, {0, 2}), fold(0, 1, {3, 1}), move(1, 2, {0, 4})}}, {"", {}}, {"", {fold(2, 2, {0, 1})}}}};
  const Volume v = volume(schedule);
  CHECK(v.rounds == 2);
  CHECK(v.messages == 2);
  CHECK(v.rank_rounds == 2);
  CHECK(v.rank_messages == 2);
  CHECK(v.sent == 1);
  CHECK(v.received == 1);
  CHECK(v.folded == 0.75);
  CHECK(v.folded_by_all == 1);
}

// The records.

// As verify/* holds of each algorithm, by the functions themselves.
TEST_CASE("every record's time is the replay of its schedule, for all p up to 64, all roots and all shapes" *
          doctest::test_suite("slow")) {
  for_all(64, [](const Algorithm& a, const Group& g) {
    if (const auto wrong = check_cost(a, a.schedule(g), g))
      FAIL_CHECK(a.name << ", " << print(g) << ": " << wrong->found << ", due " << wrong->due);
  });
}

TEST_CASE("every record's time is the replay of its schedule, for any prices, n, p up to 256, root and shape") {
  property("for every algorithm", [] {
    const int largest = *rc::gen::element(16, 64, 256), drawn = 1 + draw(largest);
    const Prices prices = draw_prices();
    for (const auto& a : algorithms()) {
      if (!a.cost.claims()) continue;
      const double bytes = a.collective == Collective::barrier ? 0 : draw_magnitude(-1, 6);
      const Group g = draw_group(a, drawn);
      const double replayed = replay(a.schedule(g), prices, bytes);
      const double claimed = CostFormula(a.name, a.cost).claimed({g.ranks, g.root, bytes, prices, g.shape});
      const double most_of_a_term =
          16 * (prices.alpha + bytes * (prices.beta + prices.gamma)) * std::max({1.0, prices.f_alpha, prices.f_beta});
      RC_LOG() << a.name << ", " << print(g) << ": " << replayed << " against " << claimed << '\n';
      RC_ASSERT(close(replayed, claimed, most_of_a_term));
    }
  });
}

TEST_CASE("a record says why its time differs from the paper's, and only then") {
  for (const auto& a : algorithms()) {
    CAPTURE(a.name);
    if (a.cost.differs.empty() || !a.cost.paper.empty()) CHECK(a.cost.differs.empty() == a.cost.why.empty());
  }
}

TEST_CASE("of a record without a time nothing is compared") {
  CHECK(the("allreduce/newcomer").cost.claims() == false);
  CHECK_FALSE(check_cost(the("allreduce/newcomer"), the("allreduce/newcomer").schedule({8}), {8}));
  auto free = the("allreduce/newcomer");
  free.cost = {.differs = "0"};
  CHECK(check_cost(free, free.schedule({8}), {8}));
}

TEST_CASE("a formula is exact at powers of two") {
  for (int e = 0; e < 31; ++e) {
    CHECK(formula("ceil(lg(p))", 1 << e, full_duplex) == e);
    CHECK(formula("floor(lg(p))", 1 << e, full_duplex) == e);
    if (e > 1) CHECK(formula("ceil(lg(p))", (1 << e) - 1, full_duplex) == e);
    if (e > 0) CHECK(formula("floor(lg(p))", (1 << e) + 1, full_duplex) == e);
    if (e > 0) CHECK(formula("q", (1 << e) + 1, full_duplex) == 1 << e);
  }
}

TEST_CASE("a loop over bits sees every set bit with the next lower one, lowest first") {
  CostFormula f("this test",
                {.paper = "",
                 .differs = "seen",
                 .why = "",
                 .loop = {.of = "p", .each = "seen = 100*seen + 10*lg(bit) + (below > 0 ? lg(below) : 9)"}});
  CHECK(f.claimed({13, 0, 1, full_duplex}) == 92032);  // 1101: bits 0 (none below), 2 (below it 0), 3 (below it 2)
  CHECK(f.claimed({13, 0, 1, full_duplex}) == 92032);
}

TEST_CASE("k is the first entry of the shape, and 0 where there is none") {
  CostFormula f("this test", {.paper = "k"});
  CHECK(f.paper({12, 0, 1, full_duplex}) == 0);
  CHECK(f.paper({12, 0, 1, full_duplex, {3}}) == 3);
  CHECK(f.paper({12, 0, 1, full_duplex, {3, 2, 2}}) == 3);
}

TEST_CASE("a loop over the shape sees every entry, the first one first") {
  CostFormula f(
      "this test",
      {.paper = "", .differs = "seen", .why = "", .loop = {.of = "shape", .each = "seen = 10*seen + factor"}});
  CHECK(f.claimed({12, 0, 1, full_duplex, {3, 2, 2}}) == 322);
  CHECK(f.claimed({30, 0, 1, full_duplex, {5, 3, 2}}) == 532);
  CHECK(f.claimed({12, 0, 1, full_duplex, {}}) == 0);
}

TEST_CASE("a loop's variables are what it assigns to, however that is spaced") {
  for (const char* each : {"seen=seen + 1", "seen =seen + 1", "seen  = seen + (1 == 1)"}) {
    CAPTURE(each);
    CostFormula f("this test", {.paper = "", .differs = "seen", .why = "", .loop = {.of = "p", .each = each}});
    CHECK(f.claimed({15, 0, 1, full_duplex}) == 4);
  }
}

TEST_CASE("in an exchange n is what one rank sends, and the block that it keeps is no message") {
  const auto& ring = the("alltoall/ring_shift");
  CHECK(replay(ring.schedule({4}), full_duplex, 4) == doctest::Approx(3 * (3 + 7)));
  const Volume v = volume(ring.schedule({4}));
  CHECK(v.sent == 0.75);
  CHECK(v.received == 0.75);
  CHECK(v.rank_messages == 6);
  CHECK(v.folded == 0);
}

TEST_CASE("what a barrier sends is empty: its time is made of latencies") {
  for (const auto& a : algorithms()) {
    if (a.collective != Collective::barrier || !a.cost.claims()) continue;
    CAPTURE(a.name);
    const Prices no_latency{.alpha = 0, .beta = 1, .gamma = 1, .f_alpha = 1, .f_beta = 1};
    for (const int p : {2, 8, 16})
      if (a.supports.holds(p))
        CHECK(CostFormula(a.name, a.cost).claimed({p, 0, 0, no_latency, a.shapes_for(p)[0]}) == 0);
  }
}

// Claims that must fall.

/// Reduces by halving and doubling, but exchanges and folds its whole share in every step of the way down.
Schedule wasteful_halving(const Group& g) {
  const int q = g.ranks;
  Builder s(g, q);
  const Seats seat(q);
  for (int d = 1; d < q; d *= 2) {
    s.round("exchange shares and fold, distance", d);
    for (int v = 0; v < q; ++v) s.fold(v, v ^ d, share(v, d, q));
  }
  double_vector_halve_distance(s, seat);
  return std::move(s).done();
}

Algorithm with_cost(Schedule (*make)(const Group&), CostClaim cost) {
  return {{.make = make, .needs = {}, .cost = cost, .cites = ""}, "allreduce/test", Collective::allreduce};
}

TEST_CASE("a right schedule that exchanges whole shares instead of halves is refuted by its cost alone") {
  const auto wasteful = with_cost(wasteful_halving, the("allreduce/halving_doubling").cost);
  for (const int p : {2, 4, 8, 32}) {
    const auto schedule = wasteful_halving({.ranks = p});
    REQUIRE(std::holds_alternative<Proved>(Prover::prove(schedule, Collective::allreduce, 0)));
    const auto found = check_cost(wasteful, schedule, {p});
    REQUIRE(found);
    CHECK(found->fault == Fault::cost);
    CHECK(found->ranks == p);
    CHECK(found->root == 0);
  }
}

TEST_CASE("a refuted time is shown beside the due one, each with its coefficients") {
  const auto wrong = with_cost(wasteful_halving, the("allreduce/halving_doubling").cost);
  const auto found = check_cost(wrong, wasteful_halving({.ranks = 4}), {4});
  REQUIRE(found);
  CHECK(found->found.starts_with("4 alpha + 2.25 n*beta + 1.5 n*gamma = "));
  CHECK(found->due.starts_with("4 alpha + 1.5 n*beta + 0.75 n*gamma = "));
}

TEST_CASE("a wrong coefficient of any price is refuted") {
  const auto& right = the("reduce/halving_doubling");
  const Group group{.ranks = 6, .root = 3};
  const auto schedule = right.schedule(group);
  CHECK(!check_cost(right, schedule, group));
  for (const char* term : {"alpha", "alpha_uni", "n*beta", "n*beta_uni", "n*gamma"}) {
    CAPTURE(term);
    const std::string differs = "0.001*" + std::string(term);
    auto wrong = right;
    wrong.cost.differs = differs;
    CHECK(check_cost(wrong, schedule, group));
  }
}

TEST_CASE("a formula that cannot be read is refuted with the algorithm, the formula and the fault") {
  for (const char* bad : {"lg(p*alpha", "lg(p)*delta", "p +", "log3(p)"}) {
    CAPTURE(bad);
    const auto found = check_cost(with_cost(wasteful_halving, {.paper = bad}), wasteful_halving({.ranks = 2}), {2});
    REQUIRE(found);
    CHECK(found->fault == Fault::cost);
    CHECK(found->found.find("allreduce/test") == 0);
    CHECK(found->found.find(bad) != std::string::npos);
    CHECK_THROWS_AS(CostFormula("allreduce/test", {.paper = bad}), std::invalid_argument);
  }
}

// What the papers state.

TEST_CASE("Rabenseifner 3.1: folding (p-1)*n bytes is the least, and of his algorithms who folds more") {
  for (const auto& a : algorithms())
    for (int p = 2; p <= 33; ++p) {
      const auto result = row(a.collective).result;
      const bool reduces = row(a.collective).combines() && result != Result::prefix && result != Result::prefix_before;
      if (!reduces || !a.supports.holds(p)) continue;
      CAPTURE(a.name);
      CAPTURE(p);
      const double folded = volume(a.schedule({.ranks = p})).folded_by_all;
      CHECK(folded >= doctest::Approx(p - 1));
      if (!a.cites.starts_with("Rabenseifner")) continue;
      const bool everybody_folds_all = a.name.ends_with("/recursive_doubling");
      if (everybody_folds_all && !(floor2(p) == 2 && result == Result::own_block))
        CHECK(folded > p - 1);
      else
        CHECK(folded == doctest::Approx(p - 1));
    }
}

TEST_CASE("Rabenseifner 3.1: with the load balanced every rank folds (p-1)/p of n") {
  const auto balanced = [](const char* name, int p) {
    return volume(the(name).schedule({.ranks = p})).folded == doctest::Approx((p - 1.0) / p);
  };
  for (const char* name : {"allreduce/ring", "reduce/ring", "reduce_scatter/pairwise"})
    for (int p = 1; p <= 33; ++p) CHECK(balanced(name, p));
  for (const char* name : {"allreduce/halving_doubling", "allreduce/binary_blocks", "reduce_scatter/recursive_halving"})
    for (int p = 1; p <= 64; p *= 2) CHECK(balanced(name, p));
}

TEST_CASE("Rabenseifner 3.3: where only latency counts, no reduce is faster than the binary tree") {
  property("for p up to 64, all roots and alpha_uni <= alpha", [] {
    const int p = 1 + draw(64);
    const Rank root = draw(p);
    const Prices prices{.alpha = 1, .beta = 0, .gamma = 0, .f_alpha = draw_magnitude(-2, 0), .f_beta = 1};
    const double tree = time_of("reduce/binomial_rotated", p, prices, 1, root);
    for (const auto& a : algorithms())
      if (a.collective == Collective::reduce && a.supports.holds(p))
        RC_ASSERT(time_of(a.name, p, prices, 1, root) >= tree * (1 - 1e-12));
  });
}

TEST_CASE("Rabenseifner 3.5: a root among the removed ranks costs nothing more") {
  for (int p = 2; p <= 40; ++p)
    for (Rank root = 1; root < p; ++root)
      CHECK(close(time_of("reduce/halving_doubling", p, half_duplex, 64, root),
                  time_of("reduce/halving_doubling", p, half_duplex, 64, 0)));
}

TEST_CASE("Rabenseifner 3.5: the shorter formulas bound the time from above, and exceed it by the 1/p' term at f = 1") {
  struct Shorter {
    const char *algorithm, *powers_of_two, *others, *term;
  };
  for (const auto& s : {Shorter{"allreduce/halving_doubling", "2*lg(p)*alpha + 2*n*beta + n*gamma",
                                "(3 + 2*floor(lg(p)))*alpha + 4*n*beta + 3/2*n*gamma", "1/q*(2*n*beta + n*gamma)"},
                        Shorter{"reduce/halving_doubling", "2*lg(p)*alpha + 2*n*beta + n*gamma",
                                "(2 + 2*floor(lg(p)))*alpha + 3*n*beta + 3/2*n*gamma", "1/q*(2*n*beta + n*gamma)"}})
    for (int p = 2; p <= 40; ++p) {
      const auto shorter = [&](const Prices& x) { return formula(power_of_two(p) ? s.powers_of_two : s.others, p, x); };
      CHECK(close(time_of(s.algorithm, p, full_duplex), shorter(full_duplex) - formula(s.term, p, full_duplex)));
      CHECK(time_of(s.algorithm, p, half_duplex) < shorter(half_duplex));
    }
}

TEST_CASE("Rabenseifner 3.5 against Thakur 5.1: the last message to removed ranks is one-way, as Thakur prices it") {
  const char* rabenseifner =
      "2*lg(q)*alpha + 2*alpha + alpha_uni + 3*n*beta + n*(beta + beta_uni)/2 + 3/2*n*gamma"
      " - 1/q*(2*n*beta + n*gamma)";
  for (const int p : {3, 6, 13, 63, 65})
    CHECK(close(formula(rabenseifner, p, half_duplex, 64) - time_of("allreduce/halving_doubling", p, half_duplex, 64),
                formula("alpha - alpha_uni + n*(beta - beta_uni)", p, half_duplex, 64)));
}

/// By their senders, each of which has one.
std::vector<Step> sorted(std::vector<Step> steps) {
  std::ranges::sort(steps, {}, &Step::from);
  return steps;
}

TEST_CASE("Rabenseifner 3.6: for powers of two binary blocks and halving and doubling have the same rounds") {
  for (const std::string collective : {"reduce", "allreduce"})
    for (int p = 1; p <= 64; p *= 2) {
      const Group group{.ranks = p, .root = collective == "reduce" ? p / 3 : 0};
      const auto blocks = the(collective + "/binary_blocks").schedule(group);
      const auto halving = the(collective + "/halving_doubling").schedule(group);
      CHECK(blocks.blocks == halving.blocks);
      CHECK(std::ranges::equal(blocks.rounds, halving.rounds, [](const Round& one, const Round& other) {
        return sorted(one.steps) == sorted(other.steps);
      }));
    }
}

TEST_CASE("Rabenseifner 3.6: of 13 ranks, P12 sends four messages, and P8 receives two segments") {
  const auto schedule = the("allreduce/binary_blocks").schedule({.ranks = 13});
  const auto& round = schedule.rounds.at(2).steps;  // distance 4
  CHECK(std::ranges::count(round, 12, &Step::from) == 4);
  const auto received = std::ranges::find(round, 8, &Step::to);
  REQUIRE(received != round.end());
  CHECK(received->from == 12);
  CHECK(received->blocks == Blocks{0, 2});
}

TEST_CASE("Rabenseifner 3.7: for long vectors the ring beats halving and doubling except at powers of two") {
  const Prices long_vector{.alpha = 0, .beta = 1, .gamma = 0.3, .f_alpha = 1, .f_beta = 0.8};
  for (int p = 2; p <= 64; ++p) {
    const double ring = time_of("allreduce/ring", p, long_vector);
    const double halving = time_of("allreduce/halving_doubling", p, long_vector);
    CHECK((power_of_two(p) ? close(ring, halving) : ring < halving));
  }
}

TEST_CASE("Rabenseifner 4: halving and doubling wins on 33, 65, 97, 129-131 ranks, binary blocks where delta <= 3") {
  const Prices with_latency{.alpha = 0.016, .beta = 1, .gamma = 0.3, .f_alpha = 1, .f_beta = 1};  // 500 bytes of 32 KB
  const auto blocks_win = [&](int p) {
    return time_of("allreduce/binary_blocks", p, with_latency) < time_of("allreduce/halving_doubling", p, with_latency);
  };
  for (const int p : {33, 65, 97, 129, 130, 131}) CHECK_FALSE(blocks_win(p));
  for (const int p : {96, 60, 61, 80, 235, 251, 36, 77, 100}) CHECK(blocks_win(p));
}

TEST_CASE("Thakur 4.4: the approximate time of recursive halving falls short by less than 0.4*n*(beta+gamma)") {
  auto& a = the("reduce_scatter/recursive_halving");
  CostFormula approximate(a.name, a.cost);
  for (int p = 3; p <= 255; ++p) {
    CAPTURE(p);
    const double missing = time_of(a.name, p, full_duplex) - approximate.paper({p, 0, 1, full_duplex});
    CHECK(missing > -1e-9);
    CHECK(missing < 0.4 * (full_duplex.beta + full_duplex.gamma));
    if (power_of_two(p + 1)) CHECK(missing == doctest::Approx(0));
  }
}

TEST_CASE("Thakur 4.5: the times without f are those of 5.1 at f = 1, for powers of two") {
  for (int p = 1; p <= 64; p *= 2)
    for (const char* name : {"reduce/halving_doubling", "allreduce/halving_doubling"})
      CHECK(close(time_of(name, p, full_duplex),
                  formula("2*lg(p)*alpha + 2*(p - 1)/p*n*beta + (p - 1)/p*n*gamma", p, full_duplex)));
}

TEST_CASE("Thakur 4.5: recursive doubling takes more than lg p steps where p is no power of two") {
  const char* thakur = "lg(p)*(alpha + n*beta + n*gamma)";
  for (int p = 2; p <= 64; ++p) {
    const double time = time_of("allreduce/recursive_doubling", p, full_duplex);
    const double stated = formula(thakur, p, full_duplex);
    CHECK((power_of_two(p) ? close(time, stated) : time > stated));
  }
}

// For odd p that is one round more than the bound of the paper, 2 floor(lg p).
TEST_CASE("Thakur 4.1.1: recursive doubling takes floor(lg p) + ceil(lg p) - z rounds, 2^z dividing p") {
  for (int p = 1; p <= 300; ++p) {
    CAPTURE(p);
    const int floor_lg = static_cast<int>(std::bit_width(static_cast<unsigned>(p))) - 1,
              ceil_lg = floor_lg + !power_of_two(p);
    const int z = std::countr_zero(static_cast<unsigned>(p));
    CHECK(std::ssize(the("allgatherv/recursive_doubling").schedule({.ranks = p}).rounds) == floor_lg + ceil_lg - z);
  }
}

TEST_CASE("Träff 2024: on a circulant graph ceil(lg p) rounds and (p-1)/p of n, for every p") {
  for (int p = 1; p <= 300; ++p) {
    CAPTURE(p);
    for (const char* name : {"reduce_scatter/circulant", "allgatherv/circulant"}) {
      const auto v = volume(the(name).schedule({.ranks = p}));
      CHECK(v.rounds == std::bit_width(static_cast<unsigned>(p - 1)));
      CHECK(v.sent == doctest::Approx((p - 1.0) / p));
      CHECK(v.received == doctest::Approx((p - 1.0) / p));
    }
  }
}

TEST_CASE("Rabenseifner and Träff 2004: 3-2 elimination stays below 3 n*beta and 3/2 n*gamma") {
  const Prices transfers{.alpha = 0, .beta = 1, .gamma = 0, .f_alpha = 1, .f_beta = 1};
  const Prices folds{.alpha = 0, .beta = 0, .gamma = 1, .f_alpha = 1, .f_beta = 1};
  for (int p = 2; p <= 300; ++p) {
    CAPTURE(p);
    CHECK(time_of("allreduce/elimination", p, transfers) < 3);
    CHECK(time_of("allreduce/elimination", p, folds) < 1.5);
    CHECK(volume(the("allreduce/elimination").schedule({.ranks = p})).rounds ==
          2 * std::bit_width(static_cast<unsigned>(p - 1)));
  }
}

}  // namespace
}  // namespace tutti
