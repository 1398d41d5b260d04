#include "verified/algorithms/master_tree.hpp"

#include <algorithm>

namespace tutti {

void fold_at_masters(Builder& s, const Seats& seat, int k) {
  const int q = seat.count(), members = std::min(k, q);
  if (members > 1) s.round("send to the masters of blocks of", members);
  for (int i = 1; i < members; ++i)
    for (int v : s.senders(seat, [=](int u) { return u % k == 0 && u + i < q ? u + i : -1; }))
      if (v % k == i) s.move(seat[v], seat[v - i], {0, 1}, i);
  for (int i = 1; i < members; ++i) {
    s.round("masters fold what came from seat +", i);
    for (int v : s.senders(seat, [](int) { return -1; }))
      if (v % k == 0 && v + i < q) s.fold_right(seat[v], seat[v], {i, 1}, 0);
  }
}

void release_by_masters(Builder& s, const Seats& seat, int k) {
  const int q = seat.count(), members = std::min(k, q);
  if (members > 1) s.round("masters release their blocks of", members);
  for (int i = 1; i < members; ++i)
    for (int v : s.senders(seat, [=](int u) { return u % k == i ? u - i : -1; }))
      if (v % k == 0 && v + i < q) s.move(seat[v], seat[v + i], {0, 1});
}

}  // namespace tutti
