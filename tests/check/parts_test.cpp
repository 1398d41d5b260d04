// Parts: what a rank builds and checks alone, by rules that are proved for all p.
// Compiled with -O1, since it walks over many schedules.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

#include "tests/support/all_cases.hpp"
#include "tests/support/evaluate_graph.hpp"
#include "verified/algorithms/exchange.hpp"
#include "verified/algorithms/linear.hpp"
#include "verified/algorithms/ring.hpp"
#include "verified/algorithms/slots.hpp"
#include "verified/check/memory.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/rules/digest.hpp"
#include "verified/check/rules/evaluation.hpp"
#include "verified/check/rules/obligations.hpp"
#include "verified/check/rules/own_part.hpp"
#include "verified/check/rules/proved.hpp"
#include "verified/check/rules/proved_digests.hpp"
#include "verified/schedule/program.hpp"
#include "verified/schedule/project.hpp"

namespace tutti {
namespace {

constexpr int most = Prover::proved_whole;

/// The part of group.only; `asked` counts how often it asks what the others found, who found the same.
struct Asking {
  Verdict prove(const Algorithm& algorithm, const Group& group) {
    return Prover::prove_part(algorithm, group, [&](Prover::Part part) {
      ++asked;
      return part;
    });
  }
  int asked = 0;
};

TEST_CASE("an algorithm is proved by its rules, or has none: no rules are shipped that are not proved") {
  for (const auto& algorithm : algorithms()) {
    CAPTURE(algorithm.name);
    CHECK(rules::proved_up_to(algorithm) == (algorithm.rules ? algorithm.rules().rules().slots.most_ranks : 0));
  }
  CHECK(std::ranges::is_sorted(rules::proved_digests));
}

TEST_CASE("a part is the projection of the whole, for ranks beyond 64") {
  for (const auto& algorithm : algorithms()) {
    if (!algorithm.rules || algorithm.owner != algorithm.collective) continue;
    CAPTURE(algorithm.name);
    property(
        algorithm.name + ": a part is the projection of the whole",
        [&] {
          auto group = draw_group(algorithm, most + 1 + draw(40));
          if (group.ranks <= most) group.ranks = 2 * most;  // powers of two
          group.only = draw(group.ranks);
          Asking asking;
          const auto verdict = asking.prove(algorithm, group);
          const auto* part = std::get_if<Proved>(&verdict);
          RC_ASSERT(part);
          RC_ASSERT(asking.asked == 1);
          const auto whole =
              algorithm.schedule({.ranks = group.ranks, .root = group.root, .only = -1, .shape = group.shape});
          RC_ASSERT(std::holds_alternative<Proved>(Prover::prove(Schedule(whole), algorithm.collective, group.root)));
          const auto own = project(whole, group.only);
          const auto& found = part->schedule();
          RC_ASSERT(found.rounds.size() == own.rounds.size());
          for (std::size_t i = 0; i < own.rounds.size(); ++i)
            RC_ASSERT(std::ranges::is_permutation(found.rounds[i].steps, own.rounds[i].steps));
          RC_ASSERT(found.slots() == own.slots());
          RC_ASSERT(found.scratch == own.scratch);
          RC_ASSERT(part->only() == group.only);
          RC_ASSERT(part->needs() == algorithm.needs);
          RC_ASSERT(!part->agreement());
        },
        3);
  }
}

TEST_CASE("some rank passes on data of others where the whole says so, and none where it does not") {
  for (const auto* name : {"gatherv/linear", "gatherv/binomial", "scatterv/linear", "scatterv/binomial"}) {
    const auto& algorithm = *find_algorithm(name);
    const Group group{.ranks = most + 1, .root = 7};
    const auto whole = Prover::prove(algorithm, group);
    REQUIRE(std::holds_alternative<Proved>(whole));
    bool some = false;
    for (Rank r = 0; r < group.ranks; ++r)
      static_cast<void>(
          Prover::prove_part(algorithm, {.ranks = group.ranks, .root = group.root, .only = r}, [&](Prover::Part part) {
            some |= part.forwards;
            return part;
          }));
    CAPTURE(name);
    CHECK(some == std::get<Proved>(whole).forwards());
  }
}

TEST_CASE("up to 64 ranks, and without rules, the whole is proved; up to 64 nobody is asked") {
  for (const auto& [name, p] : {std::pair{"allreduce/ring", most}, {"barrier/tree", most + 1}}) {
    Asking ranks;
    const auto verdict = ranks.prove(*find_algorithm(name), {.ranks = p, .only = 3});
    REQUIRE(std::holds_alternative<Proved>(verdict));
    CHECK(std::get<Proved>(verdict).only() == 3);
    CHECK(ranks.asked == (p > most ? 1 : 0));
  }
}

TEST_CASE("where another rank does not find its part right, no rank runs") {
  for (const std::string name : {"allreduce/ring", "barrier/tree"}) {
    const auto verdict = Prover::prove_part(*find_algorithm(name), {.ranks = most + 1, .only = 3}, [](auto part) {
      CHECK(part.right);
      return Prover::Part{.right = false, .forwards = part.forwards};
    });
    REQUIRE(std::holds_alternative<Unknown>(verdict));
    CHECK(std::get<Unknown>(verdict).why == name + " will not run: another rank has not proved its part");
  }
}

bool in_another_way = false;

/// As allgatherv/ring, and sometimes with the steps of its first round in another order.
Schedule in_one_of_two_ways(const Group& g) {
  auto schedule = find_algorithm("allgatherv/ring")->schedule({.ranks = g.ranks});
  if (in_another_way) std::ranges::reverse(schedule.rounds.front().steps);
  return schedule;
}

TEST_CASE("ranks of many that have proved other schedules as a whole run none, however right each of these is") {
  std::vector<std::uint64_t> found;
  const auto part = [&](const Algorithm& of, Rank rank) {
    return Prover::prove_part(of, {.ranks = most + 1, .only = rank}, [&](Prover::Part one) {
      CHECK(one.right);
      found.push_back(one.schedule);
      return Prover::Part{
          .right = true, .forwards = one.forwards, .schedule = one.schedule == found.front() ? one.schedule : 0};
    });
  };
  auto algorithm = *find_algorithm("allgatherv/ring");
  for (const Rank rank : {0, 1}) CHECK(std::holds_alternative<Proved>(part(algorithm, rank)));
  CHECK(found == std::vector<std::uint64_t>{0, 0});  // each has its own steps by rules
  algorithm.rules = {};
  algorithm.make = in_one_of_two_ways;
  for (const bool pure : {true, false}) {
    found.clear();
    in_another_way = false;
    CHECK(std::holds_alternative<Proved>(part(algorithm, 0)));
    in_another_way = !pure;
    const auto other = part(algorithm, 1);
    CHECK(found[0] != 0);
    CHECK(std::holds_alternative<Proved>(other) == pure);
    if (const auto* unknown = std::get_if<Unknown>(&other))
      CHECK(unknown->why ==
            "allgatherv/ring will not run: another rank has another schedule; what makes one must depend on the number "
            "of ranks, the root and the shape alone");
  }
}

// ---- other rules

/// Right up to p = 100.
struct WrongForManyRanks : RingAllgather {
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return moves(true, v, wrap_up(v, 1, g.p),
                 if_else(
                     g.p <= 100, [&] { return wrap_down(v, k - 1, g.p); }, [&] { return v; }),
                 1);
  }
};

Algorithm with_rules(Rulebook rules) {
  auto algorithm = *find_algorithm("allgatherv/ring");
  algorithm.rules = rules;
  return algorithm;
}

TEST_CASE("rules that nobody proved are proved as a whole, and refuted there where they are wrong") {
  const auto algorithm = with_rules(program<PerRank, WrongForManyRanks>);
  CHECK(rules::proved_up_to(algorithm) == 0);
  for (const int p : {most + 1, 100, 101}) {
    Asking ranks;
    const auto verdict = ranks.prove(algorithm, {.ranks = p, .only = 0});
    CHECK(std::holds_alternative<Refuted>(verdict) == (p > 100));
    REQUIRE(std::holds_alternative<Proved>(verdict) == (p <= 100));
    if (p <= 100) CHECK(std::get<Proved>(verdict).agreement());  // which no part tells
  }
}

/// Of more than 100 ranks a seat passes its block to the next but one, which expects one of its neighbour.
struct PassedTooFar : RingAllgather {
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return moves(true, v,
                 if_else(
                     g.p <= 100, [&] { return wrap_up(v, 1, g.p); }, [&] { return wrap_up(v, 2, g.p); }),
                 wrap_down(v, k - 1, g.p), 1);
  }
};

TEST_CASE("a rank finds its own part wrong where a claim does not hold of one of its messages, and says where") {
  const auto algorithm = with_rules(program<PerRank, PassedTooFar>);
  for (const int p : {2, most + 1, 100, 101, 1000}) {
    int wrong = 0;
    for (Rank r = 0; r < p; ++r) {
      const auto failed = rules::own_part(algorithm, {.ranks = p, .only = r}).failed;
      if (failed.empty()) continue;
      ++wrong;
      CHECK(failed.find(" does not hold, for k = ") != std::string::npos);
    }
    CHECK(wrong == (p > 100 ? p : 0));
  }
}

TEST_CASE("a step that is not the one which its rules write down is found, whatever it differs in") {
  std::vector<const Algorithm*> by_rules;
  for (const auto& algorithm : algorithms())
    if (algorithm.rules) by_rules.push_back(&algorithm);
  property(
      "one message of a rank is another one",
      [&] {
        const auto& algorithm = *by_rules[static_cast<std::size_t>(draw(static_cast<int>(by_rules.size())))];
        auto group = draw_group(algorithm, 2 + draw(99));
        group.only = draw(group.ranks);
        std::vector<Sent> sent;
        algorithm.schedule(group, [&](const Sent& s) { sent.push_back(s); });
        RC_PRE(!sent.empty());
        const auto failed = [&] {
          rules::PartCheck check(algorithm, group);
          for (const auto& s : sent) check.see(s);
          return check.failed();
        };
        RC_ASSERT(failed() == "");
        auto& s = sent[static_cast<std::size_t>(draw(static_cast<int>(sent.size())))];
        switch (draw(13)) {
          case 0: s.from += 1; break;
          case 1: s.to -= 1; break;
          case 2: s.blocks.first += 1; break;
          case 3: s.blocks.count += 1; break;
          case 4: s.at += 1; break;
          case 5: s.replaces = !s.replaces; break;
          case 6: s.round += group.ranks; break;
          case 7: s.round = -1; break;
          case 8: s.turn = 2 * group.ranks; break;  // a phase may have turn p
          case 9: s.turn = -1; break;
          case 10: s.part = group.ranks; break;
          case 11: s.seat = group.ranks; break;
          default: RC_PRE(!s.replaces); s.left = !s.left;
        }
        RC_ASSERT(failed().find(" is not the one that its rules write down") != std::string::npos);
      },
      300);
}

TEST_CASE("a rank of more than its slots can be counted for, or outside of the group, finds that first") {
  const auto& alltoall = *find_algorithm("alltoall/unscheduled");
  CHECK(rules::PartCheck(alltoall, {.ranks = 1000, .only = 3}).failed() == "");
  CHECK(rules::PartCheck(alltoall, {.ranks = 100'000, .only = 3}).failed() ==
        "what is assumed of the ranks does not hold for p = 100000, root 0");
  CHECK(rules::PartCheck(*find_algorithm("bcast/binomial"), {.ranks = 100, .root = 100, .only = 3}).failed() ==
        "what is assumed of the ranks does not hold for p = 100, root 100");
}

TEST_CASE("whatever a proof depends on changes the digest: needs, ranks, shapes and rules") {
  const auto changed = [](const char* name, auto change) {
    auto algorithm = *find_algorithm(name);
    REQUIRE(rules::proved_up_to(algorithm) > 0);
    change(algorithm);
    return rules::proved_up_to(algorithm) == 0;
  };
  CHECK(changed("allgatherv/ring", [](Algorithm& a) { a.supports = Supports::powers_of_two; }));
  CHECK(changed("allgatherv/ring", [](Algorithm& a) { a.rules = find_algorithm("gatherv/binomial")->rules; }));
  CHECK(changed("allgatherv/ring", [](Algorithm& a) { a.owner = Collective::gatherv; }));
  CHECK(changed("alltoall/pairwise_xor", [](Algorithm& a) { a.supports = Supports::all_p; }));
  CHECK(changed("reduce/ring", [](Algorithm& a) { a.needs.commutative = false; }));
  CHECK(changed("bcast/chain", [](Algorithm& a) { a.shapes = [](int) { return std::vector<Shape>{{7}}; }; }));
  CHECK(changed("bcast/chain", [](Algorithm& a) { a.shapes = [](int) { return std::vector<Shape>{}; }; }));
  CHECK(changed("allreduce/recursive_doubling", [](Algorithm& a) { a.needs.associative = false; }));
  CHECK(changed("reduce/binomial_rotated", [](Algorithm& a) { a.collective = Collective::allreduce; }));
  CHECK(changed("bcast/binomial", [](Algorithm& a) { a.collective = Collective::barrier; }));
}

/// A ring in which one constant is another one, or one operator.
template <int Distance, bool Adds>
struct OtherRing : RingAllgather {
  static Message message(const Ranks& g, const Expression& k, const Expression& v) {
    return moves(true, v, wrap_up(v, Distance, g.p), wrap_down(v, Adds ? k + 1 : k - 1, g.p), 1);
  }
};

TEST_CASE("one constant, one operator or a later shape of a family changes the digest") {
  const auto ring = rules::digest_of(with_rules(program<PerRank, OtherRing<1, false>>));
  CHECK(ring == rules::digest_of(*find_algorithm("allgatherv/ring")));
  CHECK(ring != rules::digest_of(with_rules(program<PerRank, OtherRing<2, false>>)));
  CHECK(ring != rules::digest_of(with_rules(program<PerRank, OtherRing<1, true>>)));
  auto chain = *find_algorithm("bcast/chain");
  const auto shipped = rules::digest_of(chain);
  chain.shapes = [](int p) {
    auto all = find_algorithm("bcast/chain")->shapes(p);
    all.back() = {all.back()[0] + 1};
    return all;
  };
  CHECK(rules::digest_of(chain) != shipped);
}

/// The root tells all others, and each remembers a number of its own.
template <int Number, bool First>
struct Remembers : LinearBcast {
  static constexpr std::string_view memory_name = First ? "first" : "second";
  static Expression remembers_first(const Ranks&, const Expression&) { return Number; }
  static Expression remembers_next(const Ranks&, const Expression&, const Expression& m) { return m; }
  static Condition remembers(const Ranks&, const Expression&, const Expression& m) { return m == Number; }
  static Origin origin(const Ranks& g, const Expression& k, const Expression& v, const Expression& j) {
    return {j == 0 && (!First || v == g.root || 0 < k) && remembered<Remembers>(g, k, v) == Number, g.root, j};
  }
};

struct ExchangeOfFew : Exchange {
  static constexpr int most_ranks = 40'000;
};

TEST_CASE("what is remembered in a later phase changes the digest, and so does for how many ranks an exchange is") {
  const auto of = [](auto rules) { return rules::digest_of(with_rules(rules)); };
  const auto one = of(program<Whole, Remembers<1, true>, Remembers<1, false>>);
  CHECK(one != of(program<Whole, Remembers<1, true>, Remembers<2, false>>));
  CHECK(one != of(program<Whole, Remembers<2, true>, Remembers<1, false>>));
  CHECK(of(program<Exchange, RingShift>) != of(program<ExchangeOfFew, RingShift>));
}

TEST_CASE("a digest is written with all of its digits") {
  CHECK(rules::print({1, 0xfedcba9876543210}) == "{0x0000000000000001, 0xfedcba9876543210}");
}

int times_asked = 0, last_time = 0;  // of these shapes

/// Those of bcast/chain, as long as there is memory.
std::vector<Shape> vanishing_shapes(int p) {
  if (++times_asked > last_time) throw std::bad_alloc();
  return find_algorithm("bcast/chain")->shapes(p);
}

TEST_CASE("a rank that cannot make its part, wherever memory ends, asks the others all the same, and says why") {
  auto algorithm = *find_algorithm("bcast/chain");
  algorithm.shapes = vanishing_shapes;
  last_time = std::numeric_limits<int>::max();
  int of = 0;  // how often it asks where all goes well
  for (int there = -1; there < of || there == -1; ++there) {
    const bool fails = there >= 0;
    if (fails) last_time = there;
    times_asked = 0;
    int asked = 0;
    const auto verdict = Prover::prove_part(algorithm, {.ranks = most + 1, .only = 2}, [&](Prover::Part part) {
      ++asked;
      CHECK(part.right == !fails);
      return part;
    });
    if (!fails) of = times_asked;
    CHECK(asked == 1);
    CHECK(std::holds_alternative<Proved>(verdict) == !fails);
    if (const auto* unknown = std::get_if<Unknown>(&verdict))
      CHECK(unknown->why.find("bcast/chain will not run: ") == 0);
  }
}

/// The rules of a linear gather, which say that a seat hears from one other only: j, whatever that is.
struct HearsFromOne : LinearGather {
  static constexpr bool one_source = true;
  static Expression source(const Ranks&, const Expression&, const Expression&) { return Expression::variable("j"); }
};

TEST_CASE("whether a seat hears from one other is read off its rules, whatever the phase says") {
  auto algorithm = *find_algorithm("gatherv/linear");
  algorithm.rules = program<PerRank, HearsFromOne>;
  for (const Rank only : {0, 3}) {
    const auto part = algorithm.schedule({.ranks = most + 1, .only = only});
    const auto due = project(algorithm.schedule({.ranks = most + 1}), only);
    REQUIRE(part.rounds.size() == due.rounds.size());
    for (std::size_t i = 0; i < due.rounds.size(); ++i) CHECK(part.rounds[i].steps == due.rounds[i].steps);
  }
}

TEST_CASE("a group that there is not has no part") {
  const auto& ring = *find_algorithm("allreduce/ring");
  for (const int p : {most, most + 1})
    for (const Rank only : {-1, p, p + 1}) {
      Asking ranks;
      CHECK(std::holds_alternative<Unknown>(ranks.prove(ring, {.ranks = p, .only = only})));
      CHECK(ranks.asked == 0);
    }
  Asking ranks;
  CHECK(std::holds_alternative<Unknown>(
      ranks.prove(*find_algorithm("alltoall/pairwise_xor"), {.ranks = most + 1, .only = 0})));
  CHECK(std::holds_alternative<Refuted>(
      ranks.prove(*find_algorithm("bcast/binomial"), {.ranks = most + 1, .root = most + 1, .only = 0})));
  CHECK(ranks.asked == 2);
}

TEST_CASE("the others' word that they pass on data counts") {
  const auto verdict =
      Prover::prove_part(*find_algorithm("gatherv/linear"), {.ranks = most + 1, .only = 3}, [](Prover::Part part) {
        CHECK_FALSE(part.forwards);
        return Prover::Part{.right = part.right, .forwards = true};
      });
  REQUIRE(std::holds_alternative<Proved>(verdict));
  CHECK(std::get<Proved>(verdict).forwards());
}

TEST_CASE("a shape that the record does not list is not proved by rules") {
  Asking ranks;
  const auto verdict = ranks.prove(*find_algorithm("bcast/chain"), {.ranks = most + 1, .only = 0, .shape = {1234}});
  REQUIRE(std::holds_alternative<Proved>(verdict));
  CHECK(std::get<Proved>(verdict).agreement());  // which no part tells
}

TEST_CASE("a proof that takes too much memory is not begun") {
  const auto& algorithm = *find_algorithm("bcast/binary_tree");
  int p = most + 1;
  while (bytes_to_prove(algorithm, {.ranks = p}) <= Prover::most_bytes) p *= 2;
  const auto verdict = Asking().prove(algorithm, {.ranks = p, .only = 0});
  REQUIRE(std::holds_alternative<Unknown>(verdict));
  CHECK(std::get<Unknown>(verdict).why.find("bcast/binary_tree is not proved for all p, and a proof for p = ") == 0);
  CHECK(std::get<Unknown>(verdict).why.find("choose an algorithm that is proved for all p") != std::string::npos);
}

TEST_CASE("what a proof takes is that of the shape which is asked for") {
  const auto& algorithm = *find_algorithm("reduce_scatter/mixed_radix");
  int p = most + 1;
  while (bytes_to_prove(algorithm, {.ranks = p, .shape = {p}}) <= Prover::most_bytes) p *= 2;
  REQUIRE(bytes_to_prove(algorithm, {.ranks = p}) <= Prover::most_bytes);
  const auto verdict = Asking().prove(algorithm, {.ranks = p, .only = 0, .shape = {p}});
  REQUIRE(std::holds_alternative<Unknown>(verdict));
  CHECK(std::get<Unknown>(verdict).why.find(" is not proved for all p, and a proof for p = ") != std::string::npos);
}

TEST_CASE("what a proof is said to take is no less than its steps and slots do") {
  for (const auto& algorithm : algorithms()) {
    CAPTURE(algorithm.name);
    const Group group{.ranks = 64, .shape = algorithm.shapes_for(64).front()};
    const auto whole = algorithm.schedule(group);
    std::size_t steps = 0;
    for (const auto& round : whole.rounds) steps += round.steps.size();
    CHECK(bytes_to_prove(algorithm, group) >= static_cast<double>(sizeof(Step) * steps));
  }
  constexpr double one_block_for_each = 4.0 * 1000 * 1000;
  CHECK(bytes_to_prove(*find_algorithm("allgather/mixed_radix"), {.ranks = 1000}) >= one_block_for_each);
}

TEST_CASE("claims come to the same by the evaluation that ranks use and by the one of the tests") {
  std::map<std::string, std::vector<rules::Claim>> of_all;
  property(
      "an evaluation of claims",
      [&] {
        const auto all = algorithms();
        const auto& algorithm = all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
        RC_PRE(algorithm.rules && algorithm.name.find("circulant") == std::string::npos);  // a memory
        const auto group = draw_group(algorithm, 1 + draw(300));
        auto& claims = of_all[algorithm.name + print_shape(group.shape)];
        if (claims.empty()) claims = rules::obligations(algorithm, algorithm.rules().rules(), group.shape);
        std::vector<const rules::Claim*> chosen{
            &claims[static_cast<std::size_t>(draw(static_cast<int>(claims.size())))]};
        Assignment values{{"p", group.ranks}, {"root", group.root}, {"q", floor2(group.ranks)}, {"lg", 0}};
        while (2 << values["lg"] <= group.ranks) ++values["lg"];
        rules::Evaluation evaluation(chosen, {}, values, {});
        for (const auto* name :
             {"k", "t", "other_turn", "i", "other_part", "v", "x", "c", "u", "r", "s", "j", "first", "m", "count"}) {
          values[name] = draw(group.ranks + 3) - 1;
          evaluation.set(evaluation.variable(name), values[name]);
        }
        const auto is = [&](const rules::C& c) { return evaluate(c.graph(), values) == 1; };
        const bool fails = std::ranges::all_of(chosen[0]->assumptions, is) && !is(chosen[0]->holds);
        RC_ASSERT(evaluation.first_that_fails().has_value() == fails);
        RC_ASSERT(!fails);  // for it is proved
      },
      3000);
}

}  // namespace
}  // namespace tutti
