// Halving and doubling on units of 1, 2, 4, … ranks. Where their number is first odd, three become two: the last one
// sends half of its share to each of the others in the two rounds that these need to exchange theirs (3-2 elimination).
// That unit is one round late from then on. While its neighbour would wait for it, another unit, where their number is
// odd again, folds its share into the neighbour and is out. The way back is the mirror image.
#include <utility>
#include <vector>

#include "verified/algorithms/share.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

struct Transfer {
  Rank from, to;
  Blocks blocks;
};

/// The unit that is one round late, always the last one: its ranks by position, and what concerns it in the next round.
struct LateUnit {
  std::vector<Rank> ranks;
  std::vector<Transfer> next;
};

/// The last one of the units of d ranks at `first`, first + d and first + 2d is out; the others are the late unit.
void three_become_two(Builder& s, LateUnit& late, Rank first, int d, int q) {
  for (Rank a = first; a < first + d; ++a) {
    const Rank b = a + d, c = b + d;
    const Blocks lower = share(a - first, 2 * d, q), upper = share(b - first, 2 * d, q);
    s.fold(c, b, upper);
    s.fold(b, a, lower);
    late.next.push_back({c, a, lower});
    late.next.push_back({a, b, upper});
  }
  for (Rank r = first; r < first + 2 * d; ++r) late.ranks.push_back(r);
}

/// In the next round the unit of d ranks at `first` exchanges halves with the late one, and they become one.
void join(LateUnit& late, Rank first, int d, int q) {
  for (int i = 0; i < d; ++i) {
    const Rank other = late.ranks[static_cast<std::size_t>(i)];
    late.next.push_back({other, first + i, share(i + d, 2 * d, q)});
    late.next.push_back({first + i, other, share(i, 2 * d, q)});
    late.ranks.push_back(first + i);
  }
}

Schedule elimination(const Group& g) {
  const int p = g.ranks, q = floor2(p);
  Builder s(g, q);
  const Seats seat(p);
  LateUnit late;
  for (int d = 1; d < q || !late.next.empty(); d *= 2) {
    s.round(late.ranks.empty() ? "exchange halves and fold, distance" : "the late unit catches up; distance", d);
    for (const auto& t : std::exchange(late.next, {})) s.fold(t.from, t.to, t.blocks);
    if (d == q) break;
    const bool odd = p / d % 2 == 1, some_late = !late.ranks.empty();
    const Rank apart = (p / d - (odd ? 3 : some_late ? 2 : 0)) * d;  // from here on units do not simply pair up
    for (int v : s.senders(seat, [d](int u) { return u ^ d; }))
      if (v < apart) s.fold(v, v ^ d, share(v ^ d, 2 * d, q));
    if (odd && !some_late) three_become_two(s, late, apart, d, q);
    for (Rank r = apart; odd && some_late && r < apart + d; ++r) s.fold(r, r + d, share(r, d, q));
    if (some_late) join(late, odd ? apart + d : apart, d, q);
  }
  auto schedule = std::move(s).done();
  for (std::size_t down = schedule.rounds.size(); down-- > 0;) {
    Round back = schedule.rounds[down];
    if (g.only < 0) back.says = "give back results for what came in round " + std::to_string(down + 1);
    for (Step& step : back.steps) step = {step.to, step.from, step.blocks, step.at, Action::replace};
    schedule.rounds.push_back(std::move(back));
  }
  return schedule;
}

const Registered allreduce_elimination({
    .make = elimination,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "2*lg(q)*alpha + (1 - 1/q)*n*(2*beta + gamma) + down + back",
             .why = "the abstract gives bounds; a late unit, or one that took in another, is an exchange behind",
             .loop = {.of = "p",
                      .each = "down = bit == q ? down : below == 0 ? alpha + n/(2*bit)*(beta + gamma)"
                              "     : max(down, alpha_uni + n/bit*(beta_uni + gamma)),"
                              "back = bit == q ? back : below == 0 ? alpha + n/(2*bit)*beta"
                              "     : max(back, alpha_uni + n/bit*beta_uni)"}},
    .cites = "Rabenseifner, Träff 2004, More efficient reduction algorithms for non-power-of-two number of processors",
});

}  // namespace
}  // namespace tutti
