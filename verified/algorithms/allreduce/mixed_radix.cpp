// Any factorisation of p: at each level groups of f runs of ranks exchange parts pairwise, and each rank keeps and
// folds 1/f of what it worked on so far; then the way back. Near ranks exchange first, which keeps rank order: what
// arrives from the right is folded as it comes, what arrives from the left in an accumulator that is joined at the end.
#include "verified/algorithms/mixed_radix.hpp"

#include "verified/schedule/algorithm.hpp"

namespace tutti {
namespace {

/// The scratch slots in which a rank with several ranks on its left collects what comes from them. Shares nest, so
/// those of the first level at which there are such ranks serve all levels after it.
struct Left {
  explicit Left(const MixedRadix& r) : radix(r) {
    while (first < radix.levels() && radix.factor(first) <= 2) ++first;
  }
  int slots() const { return first < radix.levels() ? radix.share(0, first).count : 0; }
  int block(Rank r, int slot) const { return radix.share(r, first).first + slot; }
  int at(Rank r, Blocks share) const { return radix.ranks() + share.first - block(r, 0); }

  const MixedRadix& radix;
  int first = 0;
};

void exchange_parts(Builder& s, const Seats& seat, const MixedRadix& radix, const Left& left, int level) {
  for (int i = 1, f = radix.factor(level); i < f; ++i) {
    s.round("send its part to the member of the group -", i);
    for (int r : s.senders(seat, [&](int u) { return radix.member(u, level, i); })) {
      const Rank to = radix.member(r, level, f - i);
      const Blocks share = radix.share(to, level);
      if (r > to || radix.digit(to, level) == 1)
        s.fold(r, to, share);
      else if (radix.digit(r, level) == 0)
        s.move(r, to, share, left.at(to, share));
      else
        s.fold_right(r, to, share, left.at(to, share));
    }
  }
}

void join(Builder& s, const Seats& seat, const MixedRadix& radix, const Left& left, int level) {
  s.round("join what came from the left with the rest");
  for (int r : s.senders(seat, [](int) { return -1; })) {
    const Blocks share = radix.share(r, level);
    if (radix.digit(r, level) > 1) s.fold_left(r, r, {left.at(r, share), share.count}, share.first);
  }
}

Schedule mixed_radix(const Group& g) {
  const MixedRadix radix(g.shape, First::near);
  const Left left(radix);
  const Seats seat(g.ranks);
  Builder s(g, g.ranks);
  s.scratch(left.slots(), [&](Rank r, int k) { return left.block(r, k); });
  for (int level = 0; level < radix.levels(); ++level) {
    exchange_parts(s, seat, radix, left, level);
    if (radix.factor(level) > 2) join(s, seat, radix, left, level);
  }
  gather_within_groups(s, radix);
  return std::move(s).done();
}

const Registered allreduce_mixed_radix({
    .make = mixed_radix,
    .needs = {.associative = true},
    .cost = {.paper = "",
             .differs = "2*rounds*alpha + (p - 1)/p*n*(2*beta + gamma) + joined*gamma",
             .why = "the papers name the idea and price its extremes; the fold that joins an accumulator comes on top",
             .loop = {.of = "shape",
                      .each = "rounds = rounds + factor - 1,"
                              "units = max(1, units)*factor,"
                              "joined = joined + (factor > 2 ? n/units : 0)"}},
    .cites = "Rabenseifner 2004, extended version, 6 (future work)",
    .shapes = factorisations,
});

}  // namespace
}  // namespace tutti
