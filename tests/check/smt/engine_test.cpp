// The second engine against the prover: whatever is asked of them, they must find the same. (All algorithms, and
// mutants: solvers/engine_test.cpp.)
#include "verified/check/smt/engine.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/check/refuted.hpp"
#include "tests/support/all_cases.hpp"
#include "tests/support/verdicts.hpp"
#include "verified/check/sweep/sweep.hpp"

namespace tutti {
namespace {

using smt::engine_queries;
using smt::prove_again;

const Algorithm& wrong_one(const std::string& name) {
  return std::ranges::find(wrong_ones(), name, &Wrong::name)->algorithm;
}

TEST_CASE("both engines refute every wrong schedule at the same place, or prove it where it is right") {
  for (const auto& wrong : wrong_ones()) {
    if (wrong.programs) continue;
    CAPTURE(wrong.name);
    bool refuted = false;
    for (int p = 1; p <= 8 && !refuted; ++p)
      for (Rank root = 0; root < root_count(wrong.algorithm, p) && !refuted; ++root) {
        const auto verdict = Prover::prove(wrong.algorithm, {p, root});
        refuted = std::holds_alternative<Refuted>(verdict);
        CHECK(print(prove_again(wrong.algorithm, {p, root})) == print(verdict));
      }
    CHECK(refuted);
  }
}

TEST_CASE("a counterexample shows the terms of Z3") {
  const auto refutation = [](const char* name, const Group& group) {
    const auto finding = prove_again(wrong_one(name), group);
    const auto* refuted = std::get_if<Refuted>(&finding);
    return refuted ? describe(refuted->counterexample) : "not refuted";
  };
  CHECK(refutation("ring_claimed_ordered", {3}) ==
        "p = 3, root 0, rank 0, block A: found (seq.++ x0 x2 x1), due (seq.++ x0 x1 x2) (claim)");
  CHECK(refutation("exscan_writes_rank_0", {2}) == "p = 2, root 0, rank 0, block A: found x1, due x0 (contract)");
  CHECK(refutation("undefined_scratch_sent", {4}) ==
        "p = 4, root 0, round 3, rank 3, block E: found nothing, due something (undefined)");
  CHECK(refutation("barrier_one_round_too_few", {3}) == "p = 3, root 0, rank 0: found #b101, due #b111 (contract)");
  CHECK(refutation("bcast_leaves_out_rank_0", {3, 1}) ==
        "p = 3, root 1, rank 0, block A: found nothing, due x0 (contract)");
}

TEST_CASE("the queries of a case state its contract, and agreement where several ranks receive the same combination") {
  const auto names = [](const char* algorithm, const Group& group) {
    std::string all;
    for (const auto& query : engine_queries(*find_algorithm(algorithm), group)) all += query.name + " ";
    return all;
  };
  CHECK(names("allreduce/ring", {5}) == "engine/allreduce/ring/p=5/multiset engine/allreduce/ring/p=5/agreement ");
  CHECK(names("reduce/binomial", {4, 2}) == "engine/reduce/binomial/p=4/root=2/order ");
  CHECK(names("bcast/chain", {.ranks = 3, .root = 1, .shape = {2}}) == "engine/bcast/chain/p=3/root=1/shape=2/origin ");
  CHECK(names("barrier/tree", {.ranks = 3, .shape = {2}}) == "engine/barrier/tree/p=3/shape=2/entered ");
}

TEST_CASE("each query of a right schedule is proved, and the order of one that only commutes is refuted") {
  for (const auto* name : {"allreduce/recursive_doubling", "exscan/linear", "alltoallw/ring_shift", "barrier/tree"})
    for (const auto& query : engine_queries(*find_algorithm(name), {5})) {
      CAPTURE(query.name);
      CHECK(ask(query).found == smt::Found::proved);
    }
  const auto order = engine_queries(wrong_one("ring_claimed_ordered"), {3}).front();
  CHECK(order.name == "engine/reduce/ring_claimed_ordered/p=3/root=0/order");
  const auto answer = ask(order);
  CHECK(answer.found == smt::Found::refuted);
  CHECK(answer.detail.find("rank = 0, block = 0, found = (seq.++ ") == 0);
}

TEST_CASE("agreement on brackets is refuted where each rank puts its own value first") {
  const auto agreement = engine_queries(wrong_one("own_value_left"), {2}).back();
  CHECK(agreement.name == "engine/allreduce/own_value_left/p=2/agreement");
  const auto answer = ask(agreement);
  CHECK(answer.found == smt::Found::refuted);
  CHECK(answer.detail.find("rank = 1, block = 0, found = ") == 0);
}

TEST_CASE("a query is written with the terms that the schedule makes, for another solver to decide") {
  const auto text = print_smt2(engine_queries(*find_algorithm("reduce/binomial"), {4}).front());
  CHECK(text.find("(seq.++ x0 x1)") != std::string::npos);
}

TEST_CASE("both engines refute a builder that throws, and shapes that cannot be listed, in the same words") {
  auto algorithm = *find_algorithm("bcast/chain");
  const Group named{.ranks = 3, .shape = {2}}, unnamed{.ranks = 3};
  const auto agree = [&](const Group& g) {
    const auto finding = prove_again(algorithm, g);
    REQUIRE(std::holds_alternative<Refuted>(finding));
    CHECK(print(finding) == print(Prover::prove(algorithm, g)));
  };
  algorithm.rules = {};
  algorithm.make = [](const Group&) -> Schedule { throw 42; };
  agree(named);
  agree(unnamed);
  algorithm.shapes = [](int) -> std::vector<Shape> { throw std::runtime_error("out of shapes"); };
  agree(unnamed);
}

TEST_CASE("a p for which an algorithm has no schedule is unknown, not proved") {
  CHECK(std::holds_alternative<Unknown>(prove_again(*find_algorithm("allgather/neighbour_exchange"), {5})));
}

TEST_CASE(
    "the second engine, too, takes no schedule for other ranks, no root that there cannot be and no empty family") {
  auto algorithm = *find_algorithm("bcast/chain");
  algorithm.rules = {};
  algorithm.make = [](const Group&) { return find_algorithm("bcast/chain")->schedule({.ranks = 1}); };
  const auto refutation = [&](const Group& group) {
    const auto finding = prove_again(algorithm, group);
    const auto* refuted = std::get_if<Refuted>(&finding);
    return refuted ? describe(refuted->counterexample) : "not refuted";
  };
  CHECK(refutation({.ranks = 6, .root = 5, .shape = {1}}) ==
        "p = 6, shape 1, root 5: found a schedule for 1 ranks, due 6 ranks (malformed)");
  CHECK(engine_queries(algorithm, {.ranks = 6, .shape = {1}}).empty());
  CHECK(refutation({.ranks = 6, .root = 6}) == "p = 6, root 6: found root 6, due ranks 0 to 5 (malformed)");
  algorithm.shapes = [](int) { return std::vector<Shape>(); };
  CHECK(std::holds_alternative<Unknown>(prove_again(algorithm, {.ranks = 6})));
}

TEST_CASE("a sweep by the second engine finds what the sweep by the prover finds") {
  SweepRequest request;
  request.algorithms = {find_algorithm("allreduce/ring"), find_algorithm("bcast/chain"), find_algorithm("scan/linear")};
  request.ranks = {1, 2, 3, 4};
  request.jobs = 2;
  const auto by_prover = sweep(request);
  request.prove = [](const Algorithm& a, const Group& g, Effort&) { return prove_again(a, g); };
  const auto by_terms = sweep(request);
  REQUIRE(by_terms.size() == by_prover.size());
  for (std::size_t i = 0; i < by_terms.size(); ++i) {
    CAPTURE(by_terms[i].algorithm->name);
    CHECK(by_terms[i].verdict() == "proved");
    CHECK(by_terms[i].needs == by_prover[i].needs);
    CHECK(by_terms[i].agreement == by_prover[i].agreement);
    CHECK(by_terms[i].proved_ranks == by_prover[i].proved_ranks);
  }
}

TEST_CASE("a sweep by the second engine stops at the smallest case that it refutes") {
  SweepRequest request;
  request.algorithms = {&wrong_one("ring_claimed_ordered")};
  request.ranks = {1, 2, 3, 4};
  request.prove = [](const Algorithm& a, const Group& g, Effort&) { return prove_again(a, g); };
  const auto result = sweep(request).front();
  CHECK(result.proved_ranks == std::vector{1, 2});
  REQUIRE(result.counterexample);
  CHECK(print(*result.counterexample) == "claim in round -1 at rank 0, block 0 (p = 3, root 0, shape )");
}

}  // namespace
}  // namespace tutti
