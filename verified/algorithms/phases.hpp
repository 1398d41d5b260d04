// What algorithms are made of that are built and not yet rules: shares of the vector, and binary blocks.
#pragma once
#include "verified/schedule/builder.hpp"

namespace tutti {

/// The blocks that seat v of q still works on when vector halving has come to distance d (a power of two, d <= q):
/// at each smaller distance the even side kept the first half and the odd side the second.
Blocks share(int v, int d, int q);

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
