// The phases that several algorithms of the papers are made of. Every function adds rounds to the builder.
#pragma once
#include "verified/schedule/builder.hpp"

namespace tutti {

/// The blocks that seat v of q still works on when vector halving has come to distance d (a power of two, d <= q):
/// at each smaller distance the even side kept the first half and the odd side the second.
Blocks share(int v, int d, int q);

/// Rank order is kept where neighbouring ranks fold first. Halves the vector and doubles the distance until seat v
/// holds share(v, q, q) of the result (Rabenseifner 3.5: reduce-scatter).
void halve_vector_double_distance(Builder& s, const Seats& seat);

/// The way back: doubles the vector and halves the distance until every seat holds everything (allgather).
void double_vector_halve_distance(Builder& s, const Seats& seat);

/// The way back for one: a binomial tree gathers all shares at `root_seat` (Rabenseifner 3.5, reduce).
void gather_shares(Builder& s, const Seats& seat, int root_seat);

/// Leaves a power of two of the p ranks: of the first 2(p - p') ranks, neighbours exchange half vectors and fold them,
/// then one of each pair hands its half to the other (Rabenseifner 3.5). The even rank stays, unless the odd one is
/// `root`: then it takes over its partner's seat.
Seats fold_surplus_by_halves(Builder& s, int p, Rank root);

/// Reduces the whole vector to rank 0 in rank order by a binomial tree.
void binomial_reduce(Builder& s, const Seats& seat, Blocks vector);

/// The surplus of p over a power of two, folded away as whole vectors: of the first 2(p - p') ranks one of each
/// pair sends everything to the other, which is the odd one where `odd_stays`.
Seats fold_surplus(Builder& s, int p, Blocks vector, bool odd_stays);

/// Pairwise exchange (Thakur et al. 4.4, Rabenseifner 3.7): in round i every rank sends the block of rank + i to it.
void pairwise_exchange(Builder& s, const Seats& seat);

/// Binary blocks (Rabenseifner 3.6): the p ranks in blocks of falling powers of two.
class BinaryBlocks {
 public:
  explicit BinaryBlocks(int p);
  /// Halving in every block; the result of each block is handed in segments to the next larger one and folded there.
  void reduce_scatter(Builder& s) const;
  /// Doubling in every block, which hands the result on to the next smaller one before.
  void allgather(Builder& s) const;
  /// The seats of the largest block.
  const Seats& largest() const { return seats_.front(); }

 private:
  /// body(small rank, large rank, segment) for all seats of block `large`: each shares one segment with a rank of the
  /// next smaller block.
  template <class F>
  void for_each_segment(std::size_t large, F body) const;
  /// There is a block of that size with a smaller one behind it.
  bool hands_on(int size) const;
  std::vector<Seats> seats_;  ///< one per block, largest first
};

}  // namespace tutti
