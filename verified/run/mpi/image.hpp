// What is in a buffer of a movement, byte by byte, computed without MPI.
#pragma once
#include <vector>

#include "verified/run/mpi/cargo.hpp"
#include "verified/run/mpi/workplace.hpp"

namespace tutti::mpi {

/// A block of a buffer: `elements` elements, the first with its origin `origin` bytes from the start of the buffer.
struct PlacedBlock {
  const Element* element;
  std::int64_t origin, elements;
  int number;

  std::int64_t first_byte() const;  ///< of its data
  std::int64_t end_byte() const;
};

/// The bytes of the smallest stretch of memory that contains the given blocks; canaries where nothing was put.
class Image {
 public:
  explicit Image(const std::vector<PlacedBlock>& blocks);

  /// Puts the data into the block.
  void put(const PlacedBlock& block, const std::vector<std::byte>& data);
  const std::vector<std::byte>& bytes() const { return bytes_; }
  /// Where the first of these bytes is, counted from the start of the buffer.
  std::int64_t low() const { return low_; }

 private:
  std::int64_t low_ = 0;
  std::vector<std::byte> bytes_;
};

}  // namespace tutti::mpi
