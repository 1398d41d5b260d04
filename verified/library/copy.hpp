// Copies of an application's buffers, for a schedule to run on beside the MPI's own procedure.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "verified/run/mpi/buffers.hpp"

namespace tutti::library {

/// The bytes that a call reaches in a buffer, with what lies between its data.
class Copy {
 public:
  Copy() = default;  ///< of no buffer
  /// Throws std::bad_alloc, also for data so far apart that what lies between them need not be memory.
  Copy(const void* buffer, const mpi::Reach& reach);
  Copy(Copy&&) = default;
  Copy& operator=(Copy&&) = default;

  /// What stands for the buffer in a call that is to use the copy; aligned as that one is.
  void* buffer() const { return at(0); }
  /// Where the byte `offset` bytes from the start of the buffer is.
  std::byte* at(std::int64_t offset) const { return first_ + (offset - begin_); }

 private:
  std::vector<std::byte> memory_;
  std::byte* first_ = nullptr;
  std::int64_t begin_ = 0;  ///< where that one is, in bytes from the start of the buffer
};

}  // namespace tutti::library
