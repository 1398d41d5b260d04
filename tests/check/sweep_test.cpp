// The sweep: what it adds up, what it leaves undecided, and how it judges a claim over many p.
#include "verified/check/sweep/sweep.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <numeric>
#include <thread>
#include <tuple>

#include "tests/support/all_cases.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

std::vector<int> up_to(int p) {
  std::vector<int> all(static_cast<std::size_t>(p));
  std::iota(all.begin(), all.end(), 1);
  return all;
}

SweepRequest request_for(std::vector<const Algorithm*> algorithms, int max_p) {
  SweepRequest request;
  request.algorithms = std::move(algorithms);
  request.ranks = up_to(max_p);
  return request;
}

std::vector<const Algorithm*> all_algorithms() {
  std::vector<const Algorithm*> all;
  for (const auto& a : algorithms()) all.push_back(&a);
  return all;
}

/// An algorithm of the registry, its record changed by `change`.
template <class F>
Algorithm changed(const char* name, F change) {
  Algorithm algorithm = *find_algorithm(name);
  change(algorithm);
  return algorithm;
}

/// Right for p <= 4 and for root 0; else rank 0 is forgotten.
Schedule forgets_rank_0(const Group& g) {
  Builder s(g, 1);
  const Seats seat(g.ranks);
  const Rank first = g.ranks > 4 && g.root > 0 ? 1 : 0;
  s.round("to the last rank, one after the other");
  for (Rank r = first; r + 1 < g.ranks; ++r) {
    if (r > first) s.round("on to rank", r + 1);
    s.fold(r, r + 1, {0, 1});
  }
  s.round("to the root");
  if (g.root != g.ranks - 1) s.move(g.ranks - 1, g.root, {0, 1});
  return std::move(s).done();
}

Algorithm wrong_from_5() {
  return changed("reduce/linear", [](Algorithm& a) {
    a.rules = {};
    a.make = forgets_rank_0;
    a.cost = {.paper = "", .differs = "(p - 1 + (root == p - 1 ? 0 : 1))*(alpha_uni + n*beta_uni) + (p - 1)*n*gamma"};
  });
}

auto figures(const SweepResult& r) {
  return std::tuple(r.algorithm, r.verdict(), r.needs.associative, r.needs.commutative, r.agreement, r.proved_ranks,
                    r.cases, r.undecided, r.effort.messages, r.effort.steps,
                    r.counterexample ? describe(*r.counterexample) : "");
}

TEST_CASE("every algorithm is proved for every p up to 24 that it supports, every root and every shape") {
  for (const auto& r : sweep(request_for(all_algorithms(), 24))) {
    CAPTURE(r.algorithm->name);
    CHECK_MESSAGE(!r.counterexample, (r.counterexample ? describe(*r.counterexample) : ""));
    CHECK(r.verdict() == "proved");
    CHECK(r.needs == r.algorithm->needs);
    std::size_t cases = 0;
    std::vector<int> supported;
    for_all_groups(*r.algorithm, 24, [&](const Group& g) {
      ++cases;
      if (supported.empty() || supported.back() != g.ranks) supported.push_back(g.ranks);
    });
    CHECK(r.cases == cases);
    CHECK(r.proved_ranks == supported);
  }
}

TEST_CASE("the figures do not depend on the number of threads") {
  const auto wrong = wrong_from_5();
  auto algorithms = all_algorithms();
  algorithms.push_back(&wrong);
  auto request = request_for(algorithms, 20);
  const auto one = sweep(request);
  request.jobs = 4;
  const auto four = sweep(request);
  REQUIRE(one.size() == four.size());
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(figures(one[i]) == figures(four[i]));
}

TEST_CASE("the counterexample is that of the smallest p and then the smallest root; every p below it counts") {
  const auto wrong = wrong_from_5();
  auto request = request_for({&wrong}, 12);
  request.jobs = 3;
  const auto result = sweep(request).front();
  REQUIRE(result.counterexample);
  CHECK(result.verdict() == "refuted");
  CHECK(result.counterexample->fault == Fault::contract);
  CHECK(result.counterexample->ranks == 5);
  CHECK(result.counterexample->root == 1);
  CHECK(result.proved_ranks == up_to(4));
  CHECK(result.cases == 1 + 2 + 3 + 4);
}

/// A chain of k = 1, 2 or 3 segments, which for k = 3 forgets the last one on the way from rank 2 to rank 3.
Schedule forgets_a_segment(const Group& g) {
  const int k = g.shape.front();
  Builder s(g, k);
  for (Rank r = 0; r + 1 < g.ranks; ++r) {
    s.round("on to rank", r + 1);
    s.move(r, r + 1, {0, k == 3 && r == 2 ? k - 1 : k});
  }
  return std::move(s).done();
}

Algorithm wrong_in_one_shape() {
  return changed("allgather/ring", [](Algorithm& a) {
    a.name = "bcast/forgets_a_segment";
    a.collective = Collective::bcast;
    a.rules = {};
    a.make = forgets_a_segment;
    a.shapes = [](int) { return std::vector<Shape>{{2}, {1}, {3}}; };
    a.cost = {.paper = "", .differs = "(p - 1)*(alpha_uni + n*beta_uni)"};
  });
}

TEST_CASE("a sweep proves every shape of a family, and the counterexample of a wrong one names the shape") {
  const auto wrong = wrong_in_one_shape();
  auto request = request_for({&wrong}, 6);
  request.roots = {{0}};
  const auto result = sweep(request).front();
  REQUIRE(result.counterexample);
  CHECK(result.counterexample->fault == Fault::contract);
  CHECK(result.counterexample->shape == Shape{3});
  CHECK(describe(*result.counterexample) ==
        "p = 4, shape 3, root 0, rank 3, block C: found nothing, due C of rank 0 (contract)");
  CHECK(result.proved_ranks == up_to(3));
  CHECK(result.cases == 3 * 3);
}

TEST_CASE("a cost that is wrong for one shape of a family is refuted with that shape") {
  auto wrong = wrong_in_one_shape();
  wrong.cost.differs = "(p - 1)*(alpha_uni + n*beta_uni) + (k == 1 ? 0.01*alpha : 0)";
  auto request = request_for({&wrong}, 3);
  request.roots = {{0}};
  const auto result = sweep(request).front();
  REQUIRE(result.counterexample);
  CHECK(result.counterexample->fault == Fault::cost);
  CHECK(result.counterexample->shape == Shape{1});
}

TEST_CASE("a record that claims less than the schedule needs is refuted at the first p that shows it") {
  const auto modest = changed("reduce/ring", [](Algorithm& a) { a.needs.commutative = false; });
  const auto result = sweep(request_for({&modest}, 8)).front();
  REQUIRE(result.counterexample);
  CHECK(result.counterexample->fault == Fault::claim);
  CHECK(result.counterexample->ranks <= 3);
}

TEST_CASE("a record that claims more than the schedule needs is refuted, but only by a sweep that can know") {
  const auto greedy = changed("reduce/linear", [](Algorithm& a) { a.needs.commutative = true; });
  auto request = request_for({&greedy}, 3);
  SUBCASE("every p from 1 to 3 and every root decides it") {
    const auto result = sweep(request).front();
    REQUIRE(result.counterexample);
    CHECK(result.counterexample->fault == Fault::claim);
    CHECK(result.counterexample->ranks == 3);
    CHECK(result.verdict() == "refuted");
  }
  SUBCASE("two ranks do not") { request.ranks = {1, 2}; }
  SUBCASE("a gap does not") { request.ranks = {1, 3}; }
  SUBCASE("chosen roots do not") { request.roots = {{0, 1}}; }
  if (request.ranks.size() < 3 || request.roots) CHECK(sweep(request).front().verdict() == "proved");
}

TEST_CASE("a record whose cost is not that of the schedule is refuted") {
  const auto cheap = changed("reduce/linear", [](Algorithm& a) { a.cost = {.paper = "alpha"}; });
  const auto result = sweep(request_for({&cheap}, 4)).front();
  REQUIRE(result.counterexample);
  CHECK(result.counterexample->fault == Fault::cost);
}

TEST_CASE("what the time limit leaves is unknown, and never proved") {
  auto request = request_for(all_algorithms(), 16);
  request.time_limit = 1e-9;
  for (const auto& r : sweep(request)) {
    CHECK(r.verdict() == "unknown");
    CHECK(r.undecided > 0);
    CHECK(r.proved_ranks.empty());
  }
}

TEST_CASE("a proof that is not over at the time limit is given up, and what it finds later changes nothing") {
  std::promise<void> gate;
  auto request = request_for({find_algorithm("allreduce/ring"), find_algorithm("reduce/linear")}, 3);
  request.jobs = 2;
  request.time_limit = 1;
  std::size_t told = 0;
  request.progress = [&](std::size_t done, std::size_t) { told = done; };
  request.prove = [open = gate.get_future().share()](const Algorithm& algorithm, const Group& group, Effort& effort) {
    if (algorithm.name == "allreduce/ring" && group.ranks == 2) open.wait();
    return prove_case(algorithm, group, effort);
  };
  const auto start = std::chrono::steady_clock::now();
  const auto results = sweep(request);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  CHECK(elapsed.count() >= 1);
  CHECK(elapsed.count() < 1 + 1);
  CHECK(proofs_given_up() >= 1);
  CHECK(results[0].verdict() == "unknown");
  CHECK(results[0].by_limit);
  CHECK(results[0].gap == "1 of 3 cases were not decided within 1 s");
  CHECK(results[0].proved_ranks == std::vector{1, 3});
  CHECK(results[1].verdict() == "proved");
  CHECK(told == 3 + 6 - 1);
  gate.set_value();
  while (proofs_given_up() > 0) std::this_thread::yield();
  CHECK(told == 3 + 6 - 1);
}

TEST_CASE("roots are taken where they exist, each once, and not at all by collectives without a root") {
  auto request = request_for({find_algorithm("reduce/ring"), find_algorithm("allreduce/ring")}, 4);
  request.roots = {{3, 1, 3}};
  const auto results = sweep(request);
  CHECK(results[0].cases == 1 + 1 + 2);  // p = 2 and 3 have root 1, p = 4 has both, p = 1 has none
  CHECK(results[0].proved_ranks == std::vector{2, 3, 4});
  CHECK(results[1].cases == 4);
}

TEST_CASE("progress is told after every case and ends with all of them") {
  auto request = request_for({find_algorithm("reduce/linear"), find_algorithm("allreduce/ring")}, 6);
  request.jobs = 2;
  std::vector<std::size_t> seen;
  request.progress = [&](std::size_t done, std::size_t of) {
    CHECK(of == 21 + 6);
    seen.push_back(done);
  };
  sweep(request);
  CHECK(seen.size() == 27);
  CHECK(std::ranges::is_sorted(seen));
  CHECK(seen.back() == 27);
}

TEST_CASE("a builder that throws refutes its algorithm, and no other one") {
  const auto broken = changed("reduce/linear", [](Algorithm& a) {
    a.rules = {};
    a.make = [](const Group& g) {
      if (g.ranks == 3 && g.root == 1) throw std::runtime_error("out of ideas");
      return find_algorithm("reduce/linear")->schedule(g);
    };
  });
  const auto odd = changed("reduce/linear", [](Algorithm& a) {
    a.rules = {};
    a.make = [](const Group&) -> Schedule { throw 42; };
  });
  for (const int jobs : {1, 2}) {
    auto request = request_for({&broken, &odd, find_algorithm("reduce/ring")}, 6);
    request.jobs = jobs;
    const auto results = sweep(request);
    REQUIRE(results[0].counterexample);
    CHECK(describe(*results[0].counterexample) ==
          "p = 3, root 1: found no schedule: out of ideas, due a schedule (malformed)");
    CHECK(results[0].proved_ranks == up_to(2));
    REQUIRE(results[1].counterexample);
    CHECK(describe(*results[1].counterexample) ==
          "p = 1, root 0: found no schedule: it throws what is no std::exception, due a schedule (malformed)");
    CHECK(results[2].verdict() == "proved");
    CHECK(results[2].proved_ranks == up_to(6));
  }
}

TEST_CASE("a family that fails to list its shapes is refuted at that p, and proved below it") {
  const auto broken = changed("bcast/binary_tree", [](Algorithm& a) {
    a.shapes = [](int p) {
      if (p == 3) throw std::runtime_error("out of shapes");
      return find_algorithm("bcast/binary_tree")->shapes_for(p);
    };
  });
  const auto results = sweep(request_for({&broken, find_algorithm("bcast/binomial")}, 4));
  REQUIRE(results[0].counterexample);
  CHECK(describe(*results[0].counterexample) ==
        "p = 3, root 0: found no schedule: out of shapes, due a schedule (malformed)");
  CHECK(results[0].proved_ranks == up_to(2));
  CHECK(results[1].verdict() == "proved");
}

TEST_CASE("an exception of what decides the cases ends the sweep and comes out of it") {
  auto request = request_for({find_algorithm("reduce/linear")}, 8);
  request.prove = [](const Algorithm&, const Group&, Effort&) -> BareVerdict { throw std::runtime_error("broken"); };
  CHECK_THROWS_WITH(sweep(request), "broken");
  request.jobs = 2;  // and either may come first
  CHECK_THROWS_WITH(sweep(request), "broken");
}

TEST_CASE("a family that lists no shape, or none for some p, is unknown with the reason, and no limit allows it") {
  auto family = *find_algorithm("bcast/binary_tree");
  family.shapes = [](int) { return std::vector<Shape>(); };
  const auto none = sweep(request_for({&family}, 4)).front();
  CHECK(none.verdict() == "unknown");
  CHECK(none.cases == 0);
  CHECK(none.gap == "its record lists no shape for p = 1");
  CHECK_FALSE(none.by_limit);
  family.shapes = [](int p) {
    return p == 3 ? std::vector<Shape>() : find_algorithm("bcast/binary_tree")->shapes_for(p);
  };
  const auto some = sweep(request_for({&family}, 4)).front();
  CHECK(some.verdict() == "unknown");
  CHECK(some.cases > 0);
  CHECK(some.gap == "its record lists no shape for p = 3");
  CHECK(some.proved_ranks == std::vector{1, 2, 4});
  CHECK_FALSE(some.proves_all_up_to(2));
}

TEST_CASE("an algorithm without a case is unknown: no p, none that it supports, no root") {
  auto request = request_for({find_algorithm("allgather/neighbour_exchange"), find_algorithm("reduce/ring")}, 1);
  request.roots = {{5}};
  for (const auto& r : sweep(request)) {
    CHECK(r.verdict() == "unknown");
    CHECK(r.gap == "there is no case to prove: it has no schedule for any p and root asked for");
    CHECK_FALSE(r.proves_all_up_to(1));
  }
}

TEST_CASE("all p up to a bound are proved by a sweep of each supported one and every root, and by no other") {
  const auto swept = [](const char* name, std::vector<int> ranks, std::optional<std::vector<Rank>> roots = {}) {
    auto request = request_for({find_algorithm(name)}, 1);
    request.ranks = std::move(ranks);
    request.roots = std::move(roots);
    return sweep(request).front();
  };
  CHECK(swept("reduce/ring", up_to(5)).proves_all_up_to(5));
  CHECK_FALSE(swept("reduce/ring", up_to(5)).proves_all_up_to(6));
  CHECK_FALSE(swept("reduce/ring", {1, 2, 4, 5}).proves_all_up_to(5));
  CHECK_FALSE(swept("reduce/ring", up_to(5), {{0, 1}}).proves_all_up_to(5));
  CHECK(swept("allreduce/ring", up_to(5), {{0, 1}}).proves_all_up_to(5));
  CHECK(swept("allgather/neighbour_exchange", up_to(6)).proves_all_up_to(7));
  const auto wrong = wrong_from_5();
  CHECK_FALSE(sweep(request_for({&wrong}, 6)).front().proves_all_up_to(4));
}

}  // namespace
}  // namespace tutti
