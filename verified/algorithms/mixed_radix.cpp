#include "verified/algorithms/mixed_radix.hpp"

namespace tutti {
namespace {

int smallest_factor(int n) {
  for (int f = 2; f <= n / f; ++f)
    if (n % f == 0) return f;
  return n;
}

Shape rising_primes(int p) {
  Shape primes;
  for (int n = p; n > 1; n /= primes.back()) primes.push_back(smallest_factor(n));
  return primes;
}

/// Adds every `head` followed by an ordered factorisation of n, in lexical order.
void add_factorisations(std::vector<Shape>& all, Shape& head, int n) {
  if (n == 1) all.push_back(head);
  for (int f = 2; f <= n; ++f) {
    if (n % f != 0) continue;
    head.push_back(f);
    add_factorisations(all, head, n / f);
    head.pop_back();
  }
}

}  // namespace

std::vector<Shape> factorisations(int p) {
  if (p == 1) return {{1}};
  std::vector<Shape> all;
  if (p > 64) {
    all.push_back(rising_primes(p));
    if (all.front().size() > 1) all.push_back({p});
  } else {
    Shape head;
    add_factorisations(all, head, p);
  }
  return all;
}

MixedRadix::MixedRadix(const Shape& factors, First first) : ranks_(1) {
  for (const int f : factors) ranks_ *= f;
  int blocks = ranks_, near = 1;
  for (const int f : factors) {
    blocks /= f;
    levels_.push_back({f, first == First::far ? blocks : near, blocks});
    near *= f;
  }
}

Blocks MixedRadix::share(Rank r, int level) const {
  int first = 0;
  for (int l = 0; l <= level; ++l) first += digit(r, l) * at(l).blocks;
  return {first, at(level).blocks};
}

void fold_within_groups(Builder& s, const MixedRadix& radix) {
  const Seats seat(radix.ranks());
  for (int level = 0; level < radix.levels(); ++level)
    for (int i = 1, f = radix.factor(level); i < f; ++i) {
      s.round("send its part to the member of the group +", i);
      for (int r : s.senders(seat, [&](int u) { return radix.member(u, level, f - i); })) {
        const Rank to = radix.member(r, level, i);
        s.fold(r, to, radix.share(to, level));
      }
    }
}

void gather_within_groups(Builder& s, const MixedRadix& radix) {
  const Seats seat(radix.ranks());
  for (int level = radix.levels() - 1; level >= 0; --level)
    for (int i = 1, f = radix.factor(level); i < f; ++i) {
      s.round("send the own part to the member of the group +", i);
      for (int r : s.senders(seat, [&](int u) { return radix.member(u, level, f - i); }))
        s.move(r, radix.member(r, level, i), radix.share(r, level));
    }
}

}  // namespace tutti
