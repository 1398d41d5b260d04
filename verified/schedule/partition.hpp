// How n elements are cut into blocks: equally, or as the caller's receive counts say.
#pragma once
#include <cstdint>
#include <vector>

#include "spec/schedule.hpp"
#include "verified/schedule/extent.hpp"

namespace tutti {

/// Blocks that tile [0, n) in order, without gaps; a block may be empty. All in elements.
class Partition {
 public:
  /// n >= 0 elements in `blocks` >= 1 blocks: see equal_offset.
  static Partition equal(std::int64_t n, int blocks) {
    Partition p;
    p.offset_.resize(static_cast<std::size_t>(blocks) + 1);
    for (int b = 0; b <= blocks; ++b) p.offset_[static_cast<std::size_t>(b)] = equal_offset<std::int64_t>(n, blocks, b);
    return p;
  }
  /// One block per count, each >= 0; of any integers.
  template <class Counts>
  static Partition of_counts(const Counts& counts) {
    Partition p;
    p.offset_.assign(1, 0);
    for (const std::int64_t c : counts) p.offset_.push_back(checked_sum(p.offset_.back(), c));
    return p;
  }

  int blocks() const { return static_cast<int>(offset_.size()) - 1; }
  std::int64_t elements() const { return offset_.back(); }
  std::int64_t offset(int block) const { return offset_[static_cast<std::size_t>(block)]; }
  std::int64_t size(int block) const { return size(Blocks{block, 1}); }
  std::int64_t size(const Blocks& run) const { return offset(run.first + run.count) - offset(run.first); }

 private:
  std::vector<std::int64_t> offset_;
};

}  // namespace tutti
