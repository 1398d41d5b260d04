// Phases by hand, for schedules that are wrong in something else. Every function adds rounds to the builder.
#pragma once
#include "verified/algorithms/share.hpp"
#include "verified/schedule/builder.hpp"

namespace tutti {

/// Vector halving with distance doubling, until seat v holds share(v, q, q) of the result; and the way back.
void halve_vector_double_distance(Builder& s, const Seats& seat);
void double_vector_halve_distance(Builder& s, const Seats& seat);

/// Of the first 2(p - q) ranks, neighbours exchange half vectors and fold them, then one of each pair hands its half to
/// the other: the even rank stays, unless the odd one is `root`.
Seats fold_surplus_by_halves(Builder& s, int p, Rank root);

/// The same with whole vectors; the odd rank stays where `odd_stays`.
Seats fold_surplus(Builder& s, int p, Blocks vector, bool odd_stays);

/// In round i every rank sends the block of rank + i to it.
void pairwise_exchange(Builder& s, int p);

/// Every rank passes on to rank + 1 what it got last, at first its own block.
void ring_allgather(Builder& s, int p);

/// Seat 0 gets the blocks of all seats along a binomial tree, of which it is the root.
void binomial_gather(Builder& s, const Seats& seat);

/// Block 0 of seat v becomes the combination of the seats up to v, by sweeps up and down a binomial tree.
void prefix_by_sweeps(Builder& s, const Seats& seat);

/// The same by recursive doubling over all p ranks.
void prefix_by_doubling(Builder& s, int p);

/// All p ranks, renumbered so that the root is seat 0: seat v is rank (v + root) mod p (Thakur et al. 2005, 4.5).
Seats seats_from_root(const Group& group);

/// One message with the blocks of the ranks in the seats [first_seat, first_seat + count): block r is that of rank r.
/// A step for every run of consecutive ranks; in seats rotated to a root there are at most two. O(count).
void move_blocks(Builder& s, Rank from, Rank to, const Seats& seat, int first_seat, int count);

/// Seat 0 holds the blocks of all q seats, block seat[v] ends at seat v: at distance d, going down, the seats v that
/// are multiples of 2d send the blocks of the seats from v + d to below min(v + 2d, q) to v + d (Thakur et al. 2005,
/// 4.2, the scatter in the broadcast of long messages). Blocks that pass through a seat stay there too.
void binomial_scatter(Builder& s, const Seats& seat);

/// A binomial tree gathers all shares at `root_seat` (Rabenseifner 3.5, reduce).
void gather_shares(Builder& s, const Seats& seat, int root_seat);

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
