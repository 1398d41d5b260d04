// Copies of an application's buffers: for a schedule to run on beside the MPI's own procedure, or where they overlap.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "verified/library/area.hpp"
#include "verified/run/mpi/buffers.hpp"

namespace tutti::library {

/// The data that a call reaches in a buffer, where it lies there. What lies between is not looked at, since it need not
/// be memory of the application, or is for other threads to write to; in the copy it is zero.
class Copy {
 public:
  Copy() = default;  ///< of no buffer
  /// `data` are the areas that the reach is made of. Throws std::bad_alloc.
  Copy(const void* buffer, const mpi::Reach& reach, std::span<const Area> data);

  /// What stands for the buffer in a call that is to use the copy; aligned as that one is.
  void* buffer() const { return at(0); }
  /// Where the byte `offset` bytes from the start of the buffer is.
  std::byte* at(std::int64_t offset) const { return first_ + (offset - begin_); }

 private:
  struct Free {
    std::size_t mapped;  ///< bytes, or 0 of what malloc has given
    void operator()(std::byte* memory) const;
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::byte* first_ = nullptr;
  std::int64_t begin_ = 0;  ///< where that one is, in bytes from the start of the buffer
};

/// The data of an area of a buffer, packed. Throws std::bad_alloc.
std::vector<std::byte> packed(const Area& area, const void* buffer);

}  // namespace tutti::library
