// Rank r sees the p blocks as a ring that begins with its own: index i is block r + i (mod p). The indices that it
// works on are [0, s), with s = p halved again and again, rounding up; `kept` is the next s.
#include "verified/algorithms/circulant.hpp"

#include <algorithm>
#include <vector>

namespace tutti {
namespace {

struct Halving {
  int s, kept;
};

std::vector<Halving> halvings(int p) {
  std::vector<Halving> all;
  for (int s = p; s > 1; s = all.back().kept) all.push_back({s, (s + 1) / 2});
  return all;
}

/// body(blocks) for the `count` blocks from `first` on, round the ring of p: one run or two.
template <class F>
void round_the_ring(int first, int count, int p, F body) {
  const int straight = std::min(count, p - first);
  body(Blocks{first, straight});
  body(Blocks{0, count - straight});
}

}  // namespace

void circulant_reduce_scatter(Builder& s, int p) {
  const Seats seat(p);
  for (const Halving h : halvings(p)) {
    s.round("send what is no longer worked on and fold, to rank +", h.kept);
    for (int r : s.senders(seat, [=](int u) { return (u - h.kept + p) % p; })) {
      const Rank to = (r + h.kept) % p;
      round_the_ring(to, h.s - h.kept, p, [&](Blocks blocks) { s.fold(r, to, blocks); });
    }
  }
}

void circulant_allgather(Builder& s, int p) {
  const Seats seat(p);
  auto doublings = halvings(p);
  std::ranges::reverse(doublings);
  for (const Halving h : doublings) {
    s.round("send results to rank -", h.kept);
    for (int r : s.senders(seat, [=](int u) { return (u + h.kept) % p; })) {
      const Rank to = (r - h.kept + p) % p;
      round_the_ring(r, h.s - h.kept, p, [&](Blocks blocks) { s.move(r, to, blocks); });
    }
  }
}

}  // namespace tutti
