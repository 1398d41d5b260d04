// The selector: its choices are those of the price list, whatever the prices.
#include "verified/choose/select.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/support/property.hpp"
#include "tests/support/regimes.hpp"
#include "verified/check/rules/proved.hpp"

namespace tutti {
namespace {

constexpr Needs commutes{.associative = true, .commutative = true};
constexpr Needs keeps_order{.associative = true, .commutative = false};

Profile draw_profile(bool has_regimes = false) {
  Profile profile = default_profile();
  profile.prices = {.alpha = draw_magnitude(-7, -4),
                    .beta = draw_magnitude(-11, -8),
                    .gamma = draw_magnitude(-11, -8),
                    .f_alpha = draw_magnitude(-1, 0),
                    .f_beta = draw_magnitude(-1, 0)};
  profile.loggp = {.latency = draw_magnitude(-7, -4),
                   .overhead = draw_magnitude(-8, -5),
                   .gap = draw_magnitude(-8, -5),
                   .gap_per_byte = draw_magnitude(-11, -8)};
  if (has_regimes) profile.regimes = draw_regimes();
  return profile;
}

SelectorCall draw_call(int largest_p, bool one_tree = false) {
  const auto& c = collectives[static_cast<std::size_t>(draw(static_cast<int>(collectives.size())))];
  const int p = 1 + draw(largest_p);
  return {c.id, p, c.rooted() ? draw(p) : 0, draw(2) ? commutes : keeps_order,
          c.combines() && one_tree && draw(2) == 1};
}

/// The prices of all suitable candidates, one by one.
class Direct {
 public:
  Direct(const SelectorCall& call, const Profile& profile, Model model) : call_(call), prices_(profile, model) {}

  double seconds(const Candidate& c, double bytes) { return prices_.seconds(c, call_.ranks, call_.root, bytes); }
  double least(double bytes) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& c : candidates(call_.collective, call_.ranks))
      if (!row(call_.collective).combines() || call_.satisfied.covers(c.algorithm->needs))
        least = std::min(least, seconds(c, bytes));
    return least;
  }

 private:
  SelectorCall call_;
  PriceList prices_;
};

bool same(const Candidate& a, const Candidate& b) { return a.algorithm == b.algorithm && a.shape == b.shape; }

/// The choice at `bytes` is the fastest, or it takes at most 1 % longer and is the fastest at a size less than 1 %
/// below, or it is the fastest on both sides of `bytes`, less than a factor of 2 away.
void check_choice(Selector& selector, Direct& direct, const SelectorCall& call, double bytes) {
  const auto& chosen = selector.fastest(call, bytes);
  const auto excess = [&](double at) { return direct.seconds(chosen, at) - direct.least(at); };
  const auto is_fastest = [&](double at) { return excess(at) <= 1e-8 * direct.least(at); };
  if (is_fastest(bytes)) return;
  RC_LOG() << chosen.algorithm->name << " " << print_shape(chosen.shape) << ", p = " << call.ranks << ", root "
           << call.root << ", " << bytes << " bytes\n";
  RC_ASSERT(bytes > 128);
  const auto is_fastest_between = [&](double low, double high) {
    for (double at = std::ceil(low); at < high; at = std::max(at + 1, std::floor(at * 1.0001)))
      if (is_fastest(at)) return true;
    return false;
  };
  const bool late = excess(bytes) <= 0.01 * direct.least(bytes) && is_fastest_between(0.99 * bytes, bytes);
  const bool unseen = is_fastest_between(bytes / 2, bytes) && is_fastest_between(bytes, 2 * bytes);
  RC_ASSERT(late || unseen);
}

/// For all sizes up to 1.5 times one below 200, and for sizes 0.3 % apart from a larger one to four times it.
void check_choices(const SelectorCall& call, Model model, bool has_regimes = false) {
  const auto profile = draw_profile(has_regimes);
  Selector selector(profile, model);
  Direct direct(call, profile, model);
  const double small = draw(200), large = draw_magnitude(2, 11);
  for (double bytes = small; bytes <= 1.5 * small; ++bytes) check_choice(selector, direct, call, bytes);
  for (double bytes = large; bytes <= 4 * large; bytes *= 1.003)
    check_choice(selector, direct, call, std::floor(bytes));
}

TEST_CASE(
    "a choice is the fastest candidate by the price list, exactly below 128 bytes, above to 1 % in size and but for "
    "what "
    "is the fastest for less than a factor of 2") {
  property("in the papers' model", [] { check_choices(draw_call(64), Model::papers); });
  property("in the papers' model with regimes", [] { check_choices(draw_call(24), Model::papers, true); });
  property("in LogGP", [] { check_choices(draw_call(16), Model::loggp); });
}

TEST_CASE(
    "of a collective that was measured for p the times choose, as the operator permits, and tell whether the MPI is "
    "faster") {
  auto profile = default_profile();
  profile.measured = {{Collective::allreduce,
                       4,
                       {{"allreduce/recursive_doubling", {}, {{8, 5}, {1000, 5}}},
                        {"allreduce/circulant", {}, {{8, 1}, {1000, 9}}},
                        {"allreduce/of_another_version", {}, {{8, 0}}},
                        {"", {}, {{8, 2}, {1000, 4}}}}}};
  Selector selector(profile, Model::papers), priced(default_profile(), Model::papers);
  const auto chosen = [&](Needs needs, double bytes) {
    return selector.fastest({Collective::allreduce, 4, 0, needs}, bytes).algorithm->name;
  };
  const auto native = [&](Needs needs, double bytes) {
    return selector.native_is_faster({Collective::allreduce, 4, 0, needs}, bytes);
  };
  REQUIRE(find_algorithm("allreduce/circulant")->needs.commutative);
  CHECK(chosen(commutes, 8) == "allreduce/circulant");
  CHECK_FALSE(native(commutes, 8));
  CHECK(chosen(commutes, 1000) == "allreduce/recursive_doubling");
  CHECK(native(commutes, 1000));
  CHECK_FALSE(selector.native_is_faster({Collective::allreduce, 4, 0, commutes, /*one_tree*/ true}, 1000));
  CHECK(chosen(keeps_order, 8) == "allreduce/recursive_doubling");
  CHECK(native(keeps_order, 8));
  for (const SelectorCall& other :
       {SelectorCall{Collective::allreduce, 5, 0, commutes}, SelectorCall{Collective::bcast, 4, 0, commutes}}) {
    CHECK(same(selector.fastest(other, 8), priced.fastest(other, 8)));
    CHECK_FALSE(selector.native_is_faster(other, 8));
  }
}

TEST_CASE(
    "of what floods its root when calls follow each other, or the root changes, the times alone do not choose, and no "
    "other way round") {
  auto profile = default_profile();
  profile.measured = {
      {Collective::gather,
       4,
       {{"gather/linear", {}, {{8, 1, 14}}}, {"gather/binomial", {}, {{8, 1.25, 2}}}, {"", {}, {{8, 1.5, 2.2}}}}},
      {Collective::reduce, 4, {{"reduce/linear", {}, {{8, 1, 1}}}, {"reduce/binomial", {}, {{8, 0.9, 9}}}}},
      {Collective::bcast, 4, {{"bcast/linear", {}, {{8, 3, 1}}}, {"", {}, {{8, 1, 1}}}}},
      {Collective::scatter,
       4,
       {{"scatter/linear", {}, {{8, 1, 1, 9}}}, {"scatter/binomial", {}, {{8, 2, 2, 2}}}, {"", {}, {{8, 3, 3, 3}}}}}};
  Selector selector(profile, Model::papers);
  CHECK(selector.fastest({Collective::gather, 4, 2, commutes}, 8).algorithm->name == "gather/binomial");
  CHECK_FALSE(selector.native_is_faster({Collective::gather, 4, 2, commutes}, 8));
  CHECK(selector.fastest({Collective::reduce, 4, 0, commutes}, 8).algorithm->name == "reduce/linear");
  CHECK(selector.native_is_faster({Collective::bcast, 4, 0, commutes}, 8));
  CHECK(selector.fastest({Collective::scatter, 4, 1, commutes}, 8).algorithm->name == "scatter/binomial");
}

TEST_CASE(
    "on a machine of any measured times the choice is the least slower than the fastest, alone, in a row and from "
    "changing roots") {
  property("for times that do not lie on lines", [] {
    auto profile = default_profile();
    MeasuredCollective m{Collective::allreduce, 6, {}};
    for (const auto& a : algorithms())
      if (a.collective == m.collective && a.supports.holds(m.ranks) && draw(3) > 0) {
        MeasuredCandidate c{a.name, {}, {}};
        for (double bytes = 8; bytes < 1e6; bytes *= 8)
          c.times.push_back({bytes, draw_magnitude(-7, -3), draw_magnitude(-7, -3), draw_magnitude(-7, -3)});
        c.shape = a.shapes_for(m.ranks).at(0);
        m.candidates.push_back(std::move(c));
      }
    RC_PRE(!m.candidates.empty());
    profile.measured = {m};
    Selector selector(profile, Model::papers);
    for (double bytes = 8; bytes < 1e6; bytes *= 8) {
      std::array<double, ways.size()> least;
      least.fill(1);
      const auto seconds = [&](const MeasuredCandidate& c, std::size_t i) { return c.seconds(bytes, ways[i]); };
      for (const auto& c : m.candidates)
        for (std::size_t i = 0; i < ways.size(); ++i) least[i] = std::min(least[i], seconds(c, i));
      const auto worse = [&](const MeasuredCandidate& c) {
        double worst = 1;
        for (std::size_t i = 0; i < ways.size(); ++i) worst = std::max(worst, seconds(c, i) / least[i]);
        return worst;
      };
      const auto& name = selector.fastest({m.collective, m.ranks, 0, commutes}, bytes).algorithm->name;
      const auto chosen = std::ranges::find(m.candidates, name, &MeasuredCandidate::algorithm);
      RC_ASSERT(chosen != m.candidates.end());
      const auto best = std::ranges::min(m.candidates, {}, worse);
      RC_ASSERT(worse(*chosen) <= 1.05 * worse(best));
    }
  });
}

TEST_CASE("a selector remembers choices for different calls side by side") {
  property("in any order", [] {
    const auto profile = draw_profile(draw(2) == 0);
    Selector all(profile, Model::papers);
    for (int i = 0; i < 5; ++i) {
      const auto call = draw_call(8, true);
      const double bytes = draw(1 << 20);
      Selector alone(profile, Model::papers);
      RC_ASSERT(same(all.fastest(call, bytes), alone.fastest(call, bytes)));
    }
  });
}

/// A choice for another root is the same object where it takes no table of its own.
bool share_a_table(Selector& selector, SelectorCall call, Rank root) {
  const auto* const of_first = &selector.fastest(call, 1000);
  call.root = root;
  return &selector.fastest(call, 1000) == of_first;
}

TEST_CASE("a root has no table of its own where no candidate's time speaks of it, or all were measured") {
  constexpr int p = 5;
  for (const auto& c : collectives) {
    if (!c.rooted()) continue;
    CAPTURE(c.name);
    Selector papers(default_profile(), Model::papers), loggp(default_profile(), Model::loggp);
    const SelectorCall call{c.id, p, 0, commutes};
    CHECK(share_a_table(papers, call, 3) == (c.id != Collective::reduce));  // reduce/binomial moves to the root
    CHECK_FALSE(share_a_table(loggp, call, 3));
  }
  auto profile = default_profile();
  profile.measured = {{Collective::reduce, p, {{"reduce/binomial", {}, {{8, 1}, {1000, 9}}}}}};
  Selector measured(profile, Model::papers);
  CHECK(share_a_table(measured, {Collective::reduce, p, 0, commutes}, 3));
}

TEST_CASE("whichever root is asked for first, choices are the same") {
  property("two orders", [] {
    const auto profile = draw_profile(draw(2) == 0);
    auto call = draw_call(16);
    const double bytes = draw(1 << 20);
    Selector one(profile, Model::papers), other(profile, Model::papers);
    if (row(call.collective).rooted()) {
      auto another = call;
      another.root = draw(call.ranks);
      other.fastest(another, bytes);
    }
    RC_ASSERT(same(one.fastest(call, bytes), other.fastest(call, bytes)));
  });
}

TEST_CASE("for every collective and p there is a choice for operators that do not commute, and it keeps the order") {
  Selector selector(default_profile(), Model::papers);
  for (const auto& c : collectives)
    for (int p = 1; p <= 33; ++p)
      for (const double bytes : {0.0, 8.0, 1e4, 1e7}) {
        const auto& chosen = selector.fastest({c.id, p, p / 2 * c.rooted(), keeps_order}, bytes);
        CHECK(chosen.algorithm->collective == c.id);
        if (c.combines()) CHECK_FALSE(chosen.algorithm->needs.commutative);
      }
}

TEST_CASE("operators that commute may get a faster algorithm that changes the order") {
  Selector selector(default_profile(), Model::papers);
  constexpr int p = 3;
  constexpr double bytes = 32768;
  const auto& free = selector.fastest({Collective::allreduce, p, 0, commutes}, bytes);
  const auto& ordered = selector.fastest({Collective::allreduce, p, 0, keeps_order}, bytes);
  CHECK(free.algorithm->needs.commutative);
  PriceList prices(default_profile(), Model::papers);
  CHECK(prices.seconds(free, p, 0, bytes) < prices.seconds(ordered, p, 0, bytes));
}

TEST_CASE(
    "of equally fast candidates one that copies least inside the ranks is chosen, and of those the first by name") {
  Selector selector(default_profile(), Model::papers);
  PriceList prices(default_profile(), Model::papers);
  const Candidate bruck{find_algorithm("alltoall/bruck"), {}}, scattered{find_algorithm("alltoall/scattered"), {}};
  for (const double bytes : {8.0, 1e6}) {
    REQUIRE(prices.seconds(bruck, 2, 0, bytes) == doctest::Approx(prices.seconds(scattered, 2, 0, bytes)));
    CHECK(selector.fastest({Collective::alltoall, 2, 0, commutes}, bytes).algorithm->name == "alltoall/edge_coloured");
  }
}

TEST_CASE("beyond 1 TiB the choice is that for 1 TiB") {
  Selector selector(default_profile(), Model::papers);
  const SelectorCall call{Collective::bcast, 16, 3, commutes};
  CHECK(same(selector.fastest(call, 1e300), selector.fastest(call, 1099511627776)));
}

TEST_CASE("there is no choice for an operator without any law, nor for a root outside the ranks") {
  Selector selector(default_profile(), Model::papers);
  CHECK_THROWS_AS(selector.fastest({Collective::allreduce, 8, 0, {}}, 8), std::invalid_argument);
  CHECK_THROWS_AS(selector.fastest({Collective::bcast, 8, 8, commutes}, 8), std::invalid_argument);
  CHECK_THROWS_AS(selector.fastest({Collective::bcast, 8, -1, commutes}, 8), std::invalid_argument);
  CHECK_NOTHROW(selector.fastest({Collective::bcast, 8, 7, {}}, 8));
}

TEST_CASE(
    "beyond 64 ranks, too, a choice is the fastest by replay, to 2 %: of short blocks Bruck's, which has no rules") {
  Selector by_default(default_profile(), Model::papers);
  const auto& of_short = by_default.fastest({Collective::alltoall, 100, 0, commutes}, 800);
  CHECK(of_short.algorithm->name == "alltoall/bruck");
  CHECK(rules::proved_up_to(*of_short.algorithm) < 100);
  property(
      "a choice for many ranks",
      [] {
        auto call = draw_call(1);
        call.ranks = Prover::proved_whole + 1 + draw(32);
        if (row(call.collective).rooted()) call.root = draw(call.ranks);
        const auto profile = draw_profile();
        const double bytes = std::floor(draw_magnitude(0, 7));
        Selector selector(profile, Model::papers);
        const auto& chosen = selector.fastest(call, bytes);
        PriceList prices(profile, Model::papers);
        const auto seconds = [&](const Candidate& c) { return prices.seconds(c, call.ranks, call.root, bytes); };
        double least = std::numeric_limits<double>::infinity();
        for (const auto& c : candidates(call.collective, call.ranks))
          if (!row(call.collective).combines() || call.satisfied.covers(c.algorithm->needs))
            least = std::min(least, seconds(c));
        RC_LOG() << chosen.algorithm->name;
        RC_ASSERT(seconds(chosen) <= 1.02 * least);
      },
      30);
}

TEST_CASE("beyond 64 ranks a choice in LogGP is one by replay") {
  Selector selector(default_profile(), Model::loggp);
  const SelectorCall call{Collective::bcast, Prover::proved_whole + 1, 5, {}};
  const auto& chosen = selector.fastest(call, 4096);
  PriceList prices(default_profile(), Model::loggp);
  double least = std::numeric_limits<double>::infinity();
  for (const auto& c : candidates(call.collective, call.ranks))
    least = std::min(least, prices.seconds(c, call.ranks, call.root, 4096));
  CHECK(prices.seconds(chosen, call.ranks, call.root, 4096) <= 1.02 * least);
}

TEST_CASE(
    "of algorithms proved up to some p, none is chosen for more ranks, nor one whose proof no rank has room for") {
  for (const auto& c : collectives) {
    if (!c.exchanges()) continue;
    Selector selector(default_profile(), Model::papers);
    const auto& chosen = selector.fastest({c.id, 46340, 0, {}}, 64);
    CHECK(rules::proved_up_to(*chosen.algorithm) >= 46340);
  }
}

}  // namespace
}  // namespace tutti
