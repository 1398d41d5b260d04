// Compiled with -O1, since it makes many results again.
// Results that are made again by other arithmetic: each cause that is planted is named.
#include "verified/baseline/replay.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "tests/support/property.hpp"
#include "verified/baseline/compare.hpp"
#include "verified/baseline/grid.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/conform/case/operand_data.hpp"
#include "verified/conform/judge/digest.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tutti::baseline {
namespace {

using conform::Bracketing;

const std::vector<std::string> rounding_loads{"sum/float", "sum/double", "prod/double_complex", "prod/float"};

Case digest_case(int ranks, std::int64_t count, const std::string& load) {
  return {.procedure = conform::Procedure::allreduce,
          .ranks = ranks,
          .count = count,
          .load = load,
          .scenario = conform::Scenario::digest};
}

/// A binary tree over these ranks.
Bracketing draw_tree(std::vector<Rank> ranks) {
  if (ranks.size() == 1) return {ranks.front()};
  const auto middle = ranks.begin() + 1 + draw(static_cast<int>(ranks.size()) - 1);
  return {0, {draw_tree({ranks.begin(), middle}), draw_tree({middle, ranks.end()})}};
}

Bracketing draw_tree(int ranks) {
  std::vector<Rank> all;
  for (Rank r = 0; r < ranks; ++r) all.push_back(r);
  for (auto i = all.size(); i > 1; --i) std::swap(all[i - 1], all[static_cast<std::size_t>(draw(static_cast<int>(i)))]);
  return draw_tree(all);
}

std::vector<Rank> all_of(int ranks) {
  std::vector<Rank> all;
  for (Rank r = 0; r < ranks; ++r) all.push_back(r);
  return all;
}

/// One tree, or two that share the elements.
std::vector<conform::RevealedTree> draw_trees(int ranks, std::int64_t count) {
  const auto first_of_second = count > 1 && draw(2) ? 1 + draw(static_cast<int>(count) - 1) : count;
  std::vector<conform::RevealedTree> trees{{{draw_tree(ranks)}, {{{{0, first_of_second - 1}}, all_of(ranks)}}}};
  if (first_of_second < count) trees.push_back({{draw_tree(ranks)}, {{{{first_of_second, count - 1}}, all_of(ranks)}}});
  return trees;
}

/// Of a result whose ranks all have what they have by that arithmetic.
Result made_by(const Case& which, const std::vector<conform::RevealedTree>& trees, Arithmetic arithmetic,
               std::uint64_t variant = 0) {
  Result result{which, {}, trees};
  const auto digests = replay(result, arithmetic, variant);
  for (const auto& digest : digests.value()) result.ranks.push_back({{digest}});
  return result;
}

Recording recording_of(const std::vector<Result>& results) {
  Recording r;
  r.results = results;
  return r;
}

/// Of the elements of ranks, one after the other.
template <class T>
std::vector<std::vector<T>> contributions(const Case& c, Op op, Type type) {
  std::vector<std::vector<T>> all;
  for (Rank r = 0; r < c.ranks; ++r) {
    auto& own = all.emplace_back(static_cast<std::size_t>(c.count));
    conform::draw_elements(reinterpret_cast<std::byte*>(own.data()), c.count, op, type, r, c.ranks,
                           conform::seed_of_group(c.seed, 0));
  }
  return all;
}

template <class T>
std::string digest_of(const Case& c, const std::vector<T>& values) {
  return conform::digest(c.load, std::as_bytes(std::span(values)));
}

const std::vector<conform::RevealedTree> chain_of_three(std::int64_t count) {
  return {{{conform::parse_bracketing("((0·1)·2)")}, {{{{0, count - 1}}, {0, 1, 2}}}}};
}

TEST_CASE("a sum of doubles by a tree is that of the operators of C++, in double, in float and in long double") {
  const auto c = digest_case(3, 1000, "sum/double");
  const auto x = contributions<double>(c, Op::sum, Type::double_);
  std::vector<double> plain, wide, narrow, twice;
  for (std::size_t i = 0; i < x[0].size(); ++i) {
    using Wide = long double;
    plain.push_back((x[0][i] + x[1][i]) + x[2][i]);
    wide.push_back(
        static_cast<double>(static_cast<Wide>(x[0][i]) + static_cast<Wide>(x[1][i]) + static_cast<Wide>(x[2][i])));
    const auto sum = static_cast<double>(static_cast<Wide>(x[0][i]) + static_cast<Wide>(x[1][i]));
    twice.push_back(static_cast<double>(static_cast<Wide>(sum) + static_cast<Wide>(x[2][i])));
    narrow.push_back(
        static_cast<double>(static_cast<float>(x[0][i]) + static_cast<float>(x[1][i]) + static_cast<float>(x[2][i])));
  }
  const Result result{c, {}, chain_of_three(c.count)};
  CHECK(replay(result, Arithmetic::as_declared)->at(2) == digest_of(c, plain));
  CHECK(replay(result, Arithmetic::long_double_throughout)->at(0) == digest_of(c, wide));
  CHECK(replay(result, Arithmetic::long_double_rounded)->at(1) == digest_of(c, twice));
  CHECK(replay(result, Arithmetic::float_throughout)->at(0) == digest_of(c, narrow));
  CHECK(digest_of(c, wide) != digest_of(c, plain));
  CHECK_FALSE(replay(result, Arithmetic::double_throughout));
  CHECK_FALSE(replay(result, Arithmetic::fused));
}

#if defined(__SSE2__)
/// Written to memory, so that no compiler moves it over what sets the processor.
[[gnu::noinline]] void sum_in_order(const std::vector<std::vector<double>>& x, std::vector<double>& sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const volatile double first = x[0][i] + x[1][i];
    sums[i] = first + x[2][i];
  }
}

TEST_CASE("a replay that flushes denormal numbers gives the bits of a processor that does") {
  const auto c = digest_case(3, 4000, "sum/double");
  const auto x = contributions<double>(c, Op::sum, Type::double_);
  const Result result{c, {}, chain_of_three(c.count)};
  constexpr unsigned results = 0x8000, operands = 0x0040;
  std::vector<std::string> all;
  for (const auto& setting : {std::pair(0u, Arithmetic::as_declared),
                              {results | operands, Arithmetic::denormals_flushed},
                              {results, Arithmetic::denormal_results_flushed},
                              {operands, Arithmetic::denormal_operands_flushed}}) {
    const Arithmetic arithmetic = setting.second;
    std::vector<double> sums(x[0].size());
    const auto before = _mm_getcsr();
    _mm_setcsr(before | setting.first);
    sum_in_order(x, sums);
    _mm_setcsr(before);
    all.push_back(digest_of(c, sums));
    CAPTURE(describe(arithmetic));
    CHECK(replay(result, arithmetic)->front() == all.back());
  }
  std::ranges::sort(all);
  CHECK(std::ranges::adjacent_find(all) == all.end());
}
#endif

TEST_CASE("a complex product whose first products are fused is one of std::fma") {
  const auto c = digest_case(2, 300, "prod/double_complex");
  const auto x = contributions<Complex<double>>(c, Op::prod, Type::double_complex);
  std::vector<Complex<double>> first, second;
  for (std::size_t i = 0; i < x[0].size(); ++i) {
    const auto [a, b] = x[0][i];
    const auto [p, q] = x[1][i];
    first.push_back({std::fma(a, p, -(b * q)), std::fma(a, q, b * p)});
    second.push_back({std::fma(-b, q, a * p), std::fma(p, b, q * a)});
  }
  const Result result{c, {}, {{{conform::parse_bracketing("(0·1)")}, {{{{0, c.count - 1}}, {0, 1}}}}}};
  CHECK(replay(result, Arithmetic::fused)->front() == digest_of(c, first));
  CHECK(replay(result, Arithmetic::fused, 3)->front() == digest_of(c, second));
  CHECK(digest_of(c, first) != digest_of(c, second));
}

TEST_CASE(
    "the arithmetic that new bits were made by is named, and that of the old ones, and nothing else has changed") {
  property(
      "over drawn trees, loads and causes",
      [] {
        const auto& load = rounding_loads[static_cast<std::size_t>(draw(static_cast<int>(rounding_loads.size())))];
        const auto causes = arithmetics_of(load);
        const auto cause = causes[static_cast<std::size_t>(1 + draw(static_cast<int>(causes.size()) - 1))];
        const int ranks = 3 + draw(3);
        const bool old_is_odd = draw(3) == 0;
        std::vector<Result> before, after;
        for (const std::int64_t count : {40, 160, 700}) {
          const auto which = digest_case(ranks, count, load);
          const auto trees = draw_trees(ranks, count);
          // One orientation for all nodes is tried by any number of trees.
          const auto variant = cause == Arithmetic::fused ? static_cast<std::uint64_t>(draw(2)) : 0;
          before.push_back(made_by(which, trees, Arithmetic::as_declared));
          after.push_back(made_by(which, trees, cause, variant));
        }
        if (old_is_odd) std::swap(before, after);
        const auto found = compare(recording_of(before), recording_of(after), {.times = false});
        RC_PRE(before != after);
        RC_ASSERT(found.changes.size() == 1u);
        RC_ASSERT(found.explained_results == 0u);
        const auto& change = found.changes.front();
        RC_ASSERT(change.what == What::bits);
        RC_ASSERT(change.explanation.has_value());
        const auto& explanation = *change.explanation;
        const auto plain = old_is_odd ? explanation.to : explanation.from;
        const auto odd = old_is_odd ? explanation.from : explanation.to;
        RC_ASSERT(plain == std::vector{Arithmetic::as_declared});
        RC_ASSERT(std::ranges::find(odd, cause) != odd.end());
        RC_ASSERT(std::ranges::find(odd, Arithmetic::as_declared) == odd.end());
        RC_ASSERT(explanation.results >= 1u);
        // Where another one is named, too, it gives the same bits in every cell that has changed.
        for (std::size_t i = 0; i < before.size(); ++i) {
          if (before[i].ranks == after[i].ranks) continue;
          const auto& r = (old_is_odd ? before : after)[i];
          RC_ASSERT(explaining(r, odd) == odd);
        }
      },
      40);
}

TEST_CASE("products are told to be fused whatever the order of the operands at each node of a rank") {
  property(
      "one tree, and an orientation for each rank",
      [] {
        const int ranks = 2 + draw(4);
        const auto which = digest_case(ranks, 50, "prod/double_complex");
        const std::vector<conform::RevealedTree> trees{{{draw_tree(ranks)}, {{{{0, 49}}, all_of(ranks)}}}};
        Result result{which, {}, trees};
        const auto rounds_first = static_cast<std::uint64_t>(draw(2));
        for (Rank r = 0; r < ranks; ++r) {
          const auto variant = rounds_first | static_cast<std::uint64_t>(draw(1 << (ranks - 1))) << 1;
          result.ranks.push_back({{replay(result, Arithmetic::fused, variant)->at(static_cast<std::size_t>(r))}});
        }
        const auto some = explaining(result, arithmetics_of(which.load));
        RC_ASSERT(std::ranges::find(some, Arithmetic::fused) != some.end());
      },
      30);
}

TEST_CASE(
    "bits that no arithmetic gives are said to be explained by none, and nothing is said where no tree is known") {
  const auto which = digest_case(3, 100, "sum/double");
  const auto before = made_by(which, chain_of_three(100), Arithmetic::as_declared);
  auto after = before;
  for (auto& rank : after.ranks) rank.different = {"0123456789abcdef"};
  const auto explanation =
      compare(recording_of({before}), recording_of({after}), {.times = false}).changes.at(0).explanation;
  REQUIRE(explanation);
  CHECK(explanation->from == std::vector{Arithmetic::as_declared});
  CHECK(explanation->to.empty());
  auto treeless = before;
  treeless.trees.clear();
  CHECK_FALSE(compare(recording_of({treeless}), recording_of({after}), {.times = false}).changes.at(0).explanation);
  auto unsteady = before;
  unsteady.ranks.front().different.emplace_back("0123456789abcdef");
  CHECK(explaining(unsteady, arithmetics_of("sum/double")).empty());
}

/// A rooted or unrooted sum whose result has one tree, where it is due.
Case draw_reduction() {
  auto c = digest_case(3 + draw(4), 30 + draw(3000),
                       rounding_loads[static_cast<std::size_t>(draw(static_cast<int>(rounding_loads.size())))]);
  if (draw(2)) {
    c.procedure = conform::Procedure::reduce;
    c.root = draw(c.ranks);
  }
  c.in_place = draw(2);
  return c;
}

TEST_CASE("other bits are explained by another tree if and only if it makes them of the same operands") {
  property(
      "over drawn trees, roots and loads, in place and not",
      [] {
        const auto which = draw_reduction();
        const auto ranks =
            which.procedure == conform::Procedure::reduce ? std::vector{which.root} : all_of(which.ranks);
        const auto by = [&](const Bracketing& tree) {
          return made_by(which, {{{tree}, {{{{0, which.count - 1}}, ranks}}}}, Arithmetic::as_declared);
        };
        const auto before = by(draw_tree(which.ranks)), after = by(draw_tree(which.ranks));
        RC_PRE(before.ranks != after.ranks);
        const auto found = [&](const Result& other) {
          return compare(recording_of({before}), recording_of({other}), {.times = false});
        };
        RC_ASSERT(found(after).changes.size() == 1u);
        RC_ASSERT(found(after).changes.front().what == What::tree);
        RC_ASSERT(found(after).explained_results == 1u);
        auto wrong = after;  // a bit at one rank that the tree does not make
        auto& digest =
            wrong.ranks[static_cast<std::size_t>(ranks[static_cast<std::size_t>(draw(static_cast<int>(ranks.size())))])]
                .different.front();
        digest.back() = digest.back() == '0' ? '1' : '0';
        auto of_before = after;  // the bits of now, and a tree that is still another one
        of_before.trees = by(draw_tree(which.ranks)).trees;
        auto treeless = after;
        treeless.trees.clear();
        for (const auto& other : {wrong, treeless}) {
          RC_ASSERT(found(other).changes.size() == 1u);
          RC_ASSERT(found(other).explained_results == 0u);
        }
        if (by(*of_before.trees.front().revealed.tree).ranks != after.ranks)
          RC_ASSERT(found(of_before).changes.size() == 1u);
      },
      40);
}

TEST_CASE("a tree that changes together with the arithmetic is not taken for all of the reason") {
  const auto which = digest_case(3, 4000, "sum/double");
  const std::vector<conform::RevealedTree> other{
      {{conform::parse_bracketing("(0·(1·2))")}, {{{{0, 3999}}, {0, 1, 2}}}}};
  const auto before = made_by(which, chain_of_three(4000), Arithmetic::as_declared);
  const auto by_tree = made_by(which, other, Arithmetic::as_declared);
  const auto by_both = made_by(which, other, Arithmetic::denormals_flushed);
  const auto of = [&](const Result& after) {
    return compare(recording_of({before}), recording_of({after}), {.times = false});
  };
  REQUIRE(of(by_tree).changes.size() == 1);
  CHECK(of(by_tree).changes.at(0).what == What::tree);
  CHECK(of(by_tree).changes.at(0).to == "(0·(1·2)) at ranks 0,1,2");
  CHECK(of(by_tree).explained_results == 1);
  auto alike = by_tree;  // other operands would have shown it
  alike.ranks = before.ranks;
  REQUIRE(of(alike).changes.size() == 1);
  CHECK(of(alike).changes.at(0).what == What::tree);
  CHECK(of(alike).explained_results == 0);
  REQUIRE(of(by_both).changes.size() == 1);
  CHECK(of(by_both).changes.at(0).explanation->to.front() == Arithmetic::denormals_flushed);
}

TEST_CASE("maxima show flushed denormal numbers without any tree, and integers have nothing to be made again") {
  const auto which = digest_case(4, 2000, "max/double");
  const auto before = made_by(which, {}, Arithmetic::as_declared);
  const auto after = made_by(which, {}, Arithmetic::denormals_flushed);
  CHECK(before != after);
  CHECK(explaining(after, arithmetics_of(which.load)).front() == Arithmetic::denormals_flushed);
  CHECK(arithmetics_of("sum/int").empty());
  CHECK(arithmetics_of("double").empty());
  CHECK_FALSE(replay({digest_case(2, 1, "sum/int"), {}, {}}, Arithmetic::as_declared));
}

TEST_CASE("trees that do not cover a result, or are over other ranks, make nothing") {
  const auto which = digest_case(3, 10, "sum/double");
  const auto with = [&](const std::string& tree, std::vector<conform::ElementRun> elements, std::vector<Rank> ranks) {
    return replay({which, {}, {{{conform::parse_bracketing(tree)}, {{std::move(elements), std::move(ranks)}}}}},
                  Arithmetic::as_declared);
  };
  CHECK(with("((0·1)·2)", {{0, 9}}, {0, 1, 2}));
  CHECK(with("((0·1)·2)", {{0, 3}, {4, 9}}, {0, 1, 2}));
  CHECK_FALSE(with("((0·1)·2)", {{0, 8}}, {0, 1, 2}));
  CHECK_FALSE(with("((0·1)·2)", {{0, 10}}, {0, 1, 2}));
  CHECK_FALSE(with("((0·1)·2)", {{0, 9}, {3, 4}}, {0, 1, 2}));
  CHECK_FALSE(with("((0·1)·2)", {{0, 9}}, {0, 1}));
  CHECK_FALSE(with("(0·1)", {{0, 9}}, {0, 1, 2}));
  CHECK_FALSE(with("((0·1)·1)", {{0, 9}}, {0, 1, 2}));
  CHECK_FALSE(with("((0·1)·3)", {{0, 9}}, {0, 1, 2}));
}

TEST_CASE("each sum and product that rounds has a case that reveals its tree, of as many elements that are as large") {
  const auto asked = [](const std::string& load) {
    const auto c = revealing_case(digest_case(3, 10, load));
    return c ? print(*c) : std::string();
  };
  CHECK(asked("sum/float") == "allreduce np=3 count=10 load=sum/float scene=reveal");
  CHECK(asked("prod/double") == "allreduce np=3 count=10 load=sum/double scene=reveal");
  CHECK(asked("prod/double_complex") == "allreduce np=3 count=10 load=sum/long_double scene=reveal");
  CHECK(asked("sum/int").empty());
  CHECK(asked("max/double").empty());
  CHECK(asked("matrix").empty());
  CHECK_FALSE(revealing_case({.procedure = conform::Procedure::bcast, .ranks = 3}));
}

}  // namespace
}  // namespace tutti::baseline
