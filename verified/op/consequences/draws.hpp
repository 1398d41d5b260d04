// Operands to try: what broke a law, and small values at random.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "verified/op/black_box/black_box.hpp"
#include "verified/op/black_box/draw.hpp"

namespace tutti::op {

/// By rank: a vector of one or more elements, equally many of each.
using Operands = std::vector<Bytes>;

/// Whether every element satisfies trial.pre.
bool satisfy(const Trial& trial, const Operands& operands);

/// From which operands to draw, and how many times.
struct Pool {
  std::vector<Bytes> seeds;    ///< elements that broke a law
  Tier last_tier = Tier::any;  ///< of the random ones
  int tries = 0;               ///< random ones
};

/// First all ways to give the seeds to the ranks, where these are few; then random operands of each tier in turn, mixed
/// with seeds. All satisfy trial.pre; trial.seed determines them.
class Draws {
 public:
  Draws(const Trial& trial, const Pool& pool, int ranks);

  /// The next operands, each a vector of `elements`; nothing when there were enough.
  std::optional<Operands> next(int elements);

 private:
  Operands of_seeds(std::size_t way) const;
  Operands at_random(int elements);
  Bytes draw(Tier tier, std::size_t elements);

  const Trial& trial_;
  const Pool& pool_;
  std::size_t ranks_;
  std::size_t ways_;  ///< to give the seeds to the ranks, 0 where they are too many
  std::size_t drawn_ = 0;
  Drawer drawer_;
};

}  // namespace tutti::op
