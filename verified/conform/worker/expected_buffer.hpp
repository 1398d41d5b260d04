// What must be in a buffer of a movement, byte by byte, computed without MPI.
#pragma once
#include <span>
#include <vector>

#include "verified/conform/worker/datatype_pair.hpp"
#include "verified/system/guarded.hpp"

namespace tutti::mpi {

/// A block of a buffer: `elements` elements, the first with its origin `origin` bytes from the start of the buffer.
struct PlacedBlock {
  const Element* element;
  std::int64_t origin, elements;

  bool is_empty() const { return elements == 0 || element->data.empty(); }
  std::int64_t first_byte() const;  ///< of its data, which is not empty
  std::int64_t end_byte() const;
};

/// The smallest stretch of memory that contains the blocks, from the start of the buffer; its ends are multiples of 16.
Stretch stretch_of(const std::vector<PlacedBlock>& blocks);

/// What the bytes of that stretch must be; canaries where nothing was put.
class ExpectedBuffer {
 public:
  explicit ExpectedBuffer(const std::vector<PlacedBlock>& blocks) : ExpectedBuffer(stretch_of(blocks)) {}

  /// Puts the data into the block.
  void put(const PlacedBlock& block, const std::vector<std::byte>& data);
  /// The data of the block in `bytes`, which lie like bytes().
  std::vector<std::byte> data_in(std::span<const std::byte> bytes, const PlacedBlock& block) const;
  const std::vector<std::byte>& bytes() const { return bytes_; }
  /// Where the first of these bytes is, counted from the start of the buffer.
  std::int64_t low() const { return low_; }

 private:
  explicit ExpectedBuffer(const Stretch& stretch)
      : low_(stretch.at), bytes_(static_cast<std::size_t>(stretch.bytes), canary) {}

  std::int64_t low_;
  std::vector<std::byte> bytes_;
};

}  // namespace tutti::mpi
