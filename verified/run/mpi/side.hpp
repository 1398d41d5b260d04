// One buffer argument of a collective call that moves data, and its blocks as bytes.
#pragma once
#include <span>

#include "verified/run/mpi/buffers.hpp"
#include "verified/run/mpi/layout.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::mpi {

/// Counts or displacements, as MPI's procedures take them, or those for large counts.
struct Counts : std::vector<std::int64_t> {
  using vector::vector;
  Counts(const std::vector<int>& numbers) : vector(numbers.begin(), numbers.end()) {}
};

/// What MPI's arguments say of a send or receive buffer of several blocks or one. One count and one type for blocks
/// that lie one after another; for the irregular collectives one count and one displacement per rank, the latter in
/// extents of the one type, or for alltoallw in bytes and with one type per rank.
struct Side {
  Counts counts = {};
  std::vector<MPI_Datatype> types = {};
  Counts displacements = {};
  /// Blocks that are received may overlap, which MPI forbids and MPIs bear: which of them stands there is not said.
  bool may_overlap = false;
};

/// Where the first element of a block lies, in bytes from the start of the buffer: the displacements are in bytes, or
/// in extents of `elements`, the layout of the block. 0 for a block without data, which lies nowhere, whatever its
/// displacement. Throws Error where it does not fit into 64 bits.
std::int64_t origin_of(const Side& side, int block, const Layout& elements, bool displaced_by_bytes);

/// The blocks of a side, at offsets in bytes from `start`: in the caller's buffer where all of them can be sent from
/// and received into directly, and in packed form, side by side, otherwise.
class Blocked {
 public:
  Blocked() = default;  ///< no buffer: no blocks
  /// `blocks` blocks; one count and no displacement, or `blocks` of both, the latter in bytes or in extents. Throws
  /// Error for negative counts, and for blocks or offsets of 2^63 bytes or more.
  Blocked(const Side& side, int blocks, bool displaced_by_bytes);

  int blocks() const { return static_cast<int>(block_.size()); }
  std::int64_t size(int block) const { return at(block).bytes; }
  /// Throws Error where it does not fit into 64 bits.
  std::int64_t offset(int block) const {
    return direct_ ? checked_difference(at(block).origin, lowest_) : at(block).packed;
  }
  /// Where blocks overlap that are to be received, as far as that is seen, which it is not for datatypes with holes:
  /// receives them in packed form, or throws Error where they may not.
  void part();
  bool overlaps() const { return overlaps_; }

  /// Where all of its data lies in the caller's buffer.
  const Reach& reach() const { return reach_; }
  bool direct() const { return direct_; }
  std::int64_t packed_bytes() const { return direct_ ? 0 : packed_bytes_; }
  /// Where offset 0 is in the caller's buffer. For direct ones.
  std::byte* start(void* buffer) const { return static_cast<std::byte*>(buffer) + lowest_; }
  /// Between the caller's buffer and `packed`, which has packed_bytes() bytes. Only data is touched, no gaps.
  void pack(int block, const void* buffer, std::byte* packed) const;
  void unpack(int block, const std::byte* packed, void* buffer) const;

 private:
  struct Block {
    std::int64_t origin;  ///< of the first element, in bytes from the start of the buffer
    std::int64_t count, bytes, packed;
  };
  const Block& at(int block) const { return block_[static_cast<std::size_t>(block)]; }
  const Layout& layout(int block) const { return layouts_[layouts_.size() == 1 ? 0 : static_cast<std::size_t>(block)]; }

  std::vector<Layout> layouts_;  ///< one, or one per block
  std::vector<Block> block_;
  bool direct_ = true, may_overlap_ = false, overlaps_ = false;
  std::int64_t lowest_ = 0;
  Reach reach_;
  std::int64_t packed_bytes_ = 0;
};

}  // namespace tutti::mpi
