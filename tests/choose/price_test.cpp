// Prices: the LogGP replay by hand, its relation to the papers' model, and that nothing is priced that is not proved.
#include "verified/choose/price.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/support/all_cases.hpp"
#include "tests/support/regimes.hpp"
#include "verified/check/cost.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {
namespace {

LogGP draw_loggp() {
  return {.latency = draw_magnitude(-3, 3),
          .overhead = draw_magnitude(-3, 3),
          .gap = draw_magnitude(-3, 3),
          .gap_per_byte = draw_magnitude(-3, 3)};
}

/// With a p of at most 64, in a small part of the cases 256.
Group draw_priced_group(const Algorithm& a) { return draw_group(a, 1 + draw(draw(20) == 0 ? 256 : 64)); }

// LogGP by hand. A block is one byte; L = 100, o = 10, g = 30, G = 2, gamma = 1.

constexpr LogGP by_hand{.latency = 100, .overhead = 10, .gap = 30, .gap_per_byte = 2};

Step move(Rank from, Rank to, Blocks blocks) { return {from, to, blocks, blocks.first, Action::replace}; }
Step fold(Rank from, Rank to, Blocks blocks) { return {from, to, blocks, blocks.first, Action::fold_left}; }

double priced(int ranks, std::vector<Round> rounds, const LogGP& prices = by_hand, double bytes = 4) {
  const Schedule schedule{.ranks = ranks, .blocks = 4, .extra = 0, .scratch = {}, .rounds = std::move(rounds)};
  return replay(schedule, prices, 1, bytes);
}

TEST_CASE("LogGP: a message of m bytes takes o + m*G + L + o, and its fold m*gamma more") {
  CHECK(priced(2, {{"", {move(0, 1, {0, 2})}}}) == doctest::Approx(10 + 2 * 2 + 100 + 10));
  CHECK(priced(2, {{"", {fold(0, 1, {0, 2})}}}) == doctest::Approx(124 + 2));
  CHECK(priced(2, {{"", {fold(0, 1, {0, 2})}}}, by_hand, 0) == doctest::Approx(120));
}

TEST_CASE("LogGP: both ways of an exchange go at the same time") {
  CHECK(priced(2, {{"", {move(0, 1, {0, 2}), move(1, 0, {2, 2})}}}) == doctest::Approx(124));
}

TEST_CASE("LogGP: a rank begins its next message g + m*G after it has begun the one before, in any round") {
  CHECK(priced(3, {{"", {move(0, 1, {0, 2}), move(0, 2, {2, 1})}}}) == doctest::Approx(34 + 122));
  CHECK(priced(3, {{"", {move(0, 1, {0, 4})}}, {"", {move(0, 2, {0, 1})}}}) == doctest::Approx(38 + 122));
  CHECK(priced(3, {{"", {move(0, 1, {0, 2}), move(0, 1, {2, 1})}}}) == doctest::Approx(10 + 3 * 2 + 100 + 10));
}

TEST_CASE("LogGP: two messages that come in at one rank are taken g + m*G apart") {
  CHECK(priced(3, {{"", {move(0, 2, {0, 1}), move(1, 2, {1, 1})}}}) == doctest::Approx(112 + 32 + 10));
  CHECK(priced(3, {{"", {move(0, 2, {0, 1})}}, {"", {move(1, 2, {1, 1})}}}) == doctest::Approx(112 + 32 + 10));
}

TEST_CASE("LogGP: where o is larger than the gap and the bytes, the processor sets the pace") {
  const LogGP slow{.latency = 100, .overhead = 50, .gap = 30, .gap_per_byte = 2};
  CHECK(priced(3, {{"", {move(0, 1, {0, 1}), move(0, 2, {1, 1})}}}, slow) == doctest::Approx(50 + 50 + 2 + 100 + 50));
}

TEST_CASE("LogGP: a message is passed on when it has been taken and folded") {
  CHECK(priced(3, {{"", {fold(0, 1, {0, 1})}}, {"", {move(1, 2, {0, 1})}}}) == doctest::Approx(122 + 1 + 122));
}

TEST_CASE("LogGP: a message waits for a receiver that is late, and its sender does not") {
  const Round late{"", {fold(2, 1, {0, 4})}};  // taken at 118, ended at 128, folded at 132
  CHECK(priced(4, {late, {"", {move(0, 1, {0, 1})}}}) == doctest::Approx(118 + 32 + 10));
  CHECK(priced(4, {late, {"", {move(0, 1, {0, 1})}}}, {.latency = 100, .overhead = 10, .gap = 0, .gap_per_byte = 2}) ==
        doctest::Approx(132 + 10));
  CHECK(priced(4, {late, {"", {move(0, 1, {0, 1})}}, {"", {move(0, 3, {0, 1})}}, {"", {move(3, 2, {0, 1})}}}) ==
        doctest::Approx(32 + 122 + 122));
}

TEST_CASE("LogGP: a sender is busy for o + m*G, and then goes on") {
  CHECK(priced(2, {{"", {move(0, 1, {0, 4})}}, {"", {fold(0, 0, {0, 4})}}}, by_hand, 4000) ==
        doctest::Approx(10 + 2 * 4000 + 4000));
}

// Both models.

TEST_CASE("LogGP: no schedule becomes faster where any price, or the vector, becomes larger") {
  property("for every algorithm", [] {
    const LogGP prices = draw_loggp();
    const double gamma = draw_magnitude(-3, 3), bytes = draw_magnitude(-1, 4), factor = 1 + draw(1000) / 100.0;
    auto dearer = prices;
    double dearer_gamma = gamma, longer = bytes;
    double* const all[] = {&dearer.latency,      &dearer.overhead, &dearer.gap,
                           &dearer.gap_per_byte, &dearer_gamma,    &longer};
    *all[draw(std::size(all))] *= factor;
    for (const auto& a : algorithms()) {
      const auto schedule = a.schedule(draw_priced_group(a));
      RC_ASSERT(replay(schedule, dearer, dearer_gamma, longer) >= replay(schedule, prices, gamma, bytes) * (1 - 1e-12));
    }
  });
}

/// In every round every rank sends one message, receives one and folds, all the same number of blocks, or no rank sends
/// any.
bool even(const Schedule& schedule) {
  for (const auto& round : schedule.rounds) {
    struct Load {
      int sent = 0, received = 0, folded = 0, messages = 0;
      bool operator==(const Load&) const = default;
    };
    std::vector<Load> loads(static_cast<std::size_t>(schedule.ranks));
    for_each_message(round, [&](std::span<const Step> steps) {
      auto& from = loads[static_cast<std::size_t>(steps.front().from)];
      auto& to = loads[static_cast<std::size_t>(steps.front().to)];
      for (const auto& s : steps) {
        if (s.from != s.to) from.sent += s.blocks.count, to.received += s.blocks.count;
        if (s.action != Action::replace) to.folded += s.blocks.count;
      }
      if (&from != &to) ++from.messages, ++to.messages;
    });
    for (const auto& load : loads)
      if (load != loads.front() || load.messages % 2 != 0 || load.messages > 2 || load.sent != load.received)
        return false;
  }
  return true;
}

TEST_CASE(
    "with o = g = 0, L = alpha, G = beta, f = 1, LogGP never takes longer than the papers' model, and no less "
    "where all ranks do alike in every round") {
  std::set<std::string> alike;
  for_all(32, [&](const Algorithm& a, const Group& g) {
    if (g.root > 2) return;
    const auto schedule = a.schedule(g);
    for (const double bytes : {0.0, 100.0, 1e5}) {
      const double papers =
          replay(schedule, {.alpha = 7, .beta = 3e-3, .gamma = 2e-3, .f_alpha = 1, .f_beta = 1}, bytes);
      const double loggp = replay(schedule, {.latency = 7, .overhead = 0, .gap = 0, .gap_per_byte = 3e-3}, 2e-3, bytes);
      CAPTURE(a.name);
      CAPTURE(print(g));
      CHECK(loggp <= papers * (1 + 1e-12));
      if (g.ranks > 1 && even(schedule)) CHECK(loggp == doctest::Approx(papers).epsilon(1e-12));
    }
    if (g.ranks > 2 && even(schedule)) alike.insert(a.name);
  });
  for (const char* name :
       {"allreduce/ring", "allreduce/circulant", "allreduce/recursive_doubling", "allreduce/halving_doubling",
        "allgather/bruck", "alltoall/bruck", "barrier/dissemination", "reduce_scatter/pairwise"}) {
    CAPTURE(name);
    CHECK(alike.contains(name));
  }
  for (const std::string name : {"bcast/binomial", "reduce/linear", "gather/binomial"})
    CHECK_FALSE(alike.contains(name));
}

TEST_CASE(
    "with o = g = 0 a root that sends to all others pays L once in LogGP, and alpha for each in the papers' model") {
  const auto schedule = find_algorithm("bcast/linear")->schedule({5});
  CHECK(replay(schedule, {.alpha = 7, .beta = 3, .gamma = 0, .f_alpha = 1, .f_beta = 1}, 1) ==
        doctest::Approx(4 * (7 + 3)));
  CHECK(replay(schedule, {.latency = 7, .overhead = 0, .gap = 0, .gap_per_byte = 3}, 0, 1) ==
        doctest::Approx(4 * 3 + 7));
}

// Candidates and the price list.

TEST_CASE("candidates are all algorithms of a collective that support p, each with all its shapes") {
  for (const auto& c : collectives)
    for (const int p : {1, 2, 3, 12, 16}) {
      std::size_t due = 0;
      for (const auto& a : algorithms())
        if (a.collective == c.id && a.supports.holds(p)) due += a.shapes_for(p).size();
      const auto found = candidates(c.id, p);
      CHECK(found.size() == due);
      for (const auto& candidate : found) {
        CHECK(candidate.algorithm->collective == c.id);
        CHECK(candidate.algorithm->supports.holds(p));
      }
    }
}

bool equal(double a, double b) { return std::abs(a - b) <= 1e-12 * b; }

TEST_CASE("a listed time is the replay of the candidate's schedule at any size, in both models") {
  property("for every collective", [] {
    Profile profile = default_profile();
    profile.prices.alpha *= draw_magnitude(-2, 2);
    profile.prices.gamma *= draw_magnitude(-2, 2);
    profile.loggp = draw_loggp();
    PriceList papers(profile, Model::papers), loggp(profile, Model::loggp);
    for (const auto& c : collectives) {
      const int p = 1 + draw(draw(10) == 0 ? 40 : 9), root = c.rooted() ? draw(p) : 0;
      const double small = draw_magnitude(0, 4), large = draw_magnitude(4, 15);
      for (const auto& candidate : candidates(c.id, p)) {
        const auto schedule = candidate.algorithm->schedule({.ranks = p, .root = root, .shape = candidate.shape});
        for (const double any : {0.0, small, large}) {
          const double bytes = c.id == Collective::barrier ? 0 : any;
          RC_LOG() << candidate.algorithm->name << " " << print_shape(candidate.shape) << ", p = " << p << ", root "
                   << root << ", " << bytes << " bytes\n";
          RC_ASSERT(equal(papers.seconds(candidate, p, root, any), replay(schedule, profile.prices, bytes)));
          RC_ASSERT(equal(loggp.seconds(candidate, p, root, any),
                          replay(schedule, profile.loggp, profile.prices.gamma, bytes)));
        }
      }
    }
  });
}

TEST_CASE("with regimes a listed time is the replay too, exactly where a message comes into another one as well") {
  property("for every collective", [] {
    Profile profile = default_profile();
    profile.regimes = draw_regimes();
    PriceList prices(profile, Model::papers);
    for (const auto& c : collectives) {
      if (c.result == Result::all_entered) continue;
      const int p = 1 + draw(draw(10) == 0 ? 40 : 9), root = c.rooted() ? draw(p) : 0;
      const double small = draw_magnitude(0, 4), large = draw_magnitude(4, 9);
      for (const auto& candidate : candidates(c.id, p)) {
        const auto schedule = candidate.algorithm->schedule({.ranks = p, .root = root, .shape = candidate.shape});
        const auto jumps = prices.jumps(candidate, p, root);
        RC_ASSERT(std::ranges::is_sorted(jumps));
        std::vector<double> sizes{0.0, small, large};
        for (const double jump : jumps) sizes.insert(sizes.end(), {jump, std::nextafter(jump, 0)});
        for (const double bytes : sizes) {
          RC_LOG() << candidate.algorithm->name << " " << print_shape(candidate.shape) << ", p = " << p << ", root "
                   << root << ", " << bytes << " bytes\n";
          RC_ASSERT(equal(prices.seconds(candidate, p, root, bytes),
                          replay(schedule, profile.regimes, profile.prices.gamma, bytes)));
        }
      }
    }
  });
}

TEST_CASE("beyond 64 ranks messages have the prices of the one line, whatever the regimes") {
  auto profile = default_profile();
  const auto one_line = profile;
  profile.regimes = {{0, 1, 1, 1, 1}};
  const Candidate c{find_algorithm("bcast/binomial"), {}};
  PriceList with(profile, Model::papers), without(one_line, Model::papers);
  CHECK(with.seconds(c, 65, 3, 1000) == without.seconds(c, 65, 3, 1000));
  CHECK(with.seconds(c, 64, 3, 1000) > without.seconds(c, 64, 3, 1000));
  CHECK(with.jumps(c, 65, 3).empty());
}

TEST_CASE("a barrier's time does not depend on the bytes") {
  for (const auto model : {Model::papers, Model::loggp})
    for (const auto& candidate : candidates(Collective::barrier, 8)) {
      PriceList prices(default_profile(), model);
      CHECK(prices.seconds(candidate, 8, 0, 1e6) == prices.seconds(candidate, 8, 0, 0));
    }
}

Schedule to_next(const Group& g) {
  Builder s(g, 1);
  s.round("send to the next rank");
  for (Rank r = 0; r + 1 < g.ranks; ++r) s.move(r, r + 1, {0, 1});
  return std::move(s).done();
}

void check_not_proved(const Algorithm& algorithm, const char* why) {
  for (const auto model : {Model::papers, Model::loggp}) {
    PriceList prices(default_profile(), model);
    const Candidate candidate{&algorithm, {}};
    for (int again = 0; again < 2; ++again) {
      std::string says;
      try {
        prices.seconds(candidate, 3, 0, 1000);
      } catch (const NotProved& e) {
        says = e.what();
      }
      CAPTURE(says);
      CHECK(says.find("bcast/test is refuted: ") == 0);
      CHECK(says.find(why) != std::string::npos);
    }
  }
}

TEST_CASE("a wrong schedule has no price, and a right one has its own whatever its record claims") {
  check_not_proved({{.make = to_next, .cost = {.paper = "alpha"}, .cites = ""}, "bcast/test", Collective::bcast},
                   "race");
  const auto& right = *find_algorithm("bcast/binomial");
  const Algorithm claims{
      {.rules = right.rules, .cost = {.paper = "alpha"}, .cites = ""}, "bcast/test", Collective::bcast};
  PriceList prices(default_profile(), Model::papers);
  CHECK(prices.seconds({&claims, {}}, 3, 0, 1000) == prices.seconds({&right, {}}, 3, 0, 1000));
}

}  // namespace
}  // namespace tutti
