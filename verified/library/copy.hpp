// Copies of an application's buffers in the host's memory: for a schedule to run on beside the MPI's own procedure,
// where they overlap, or where they lie on a device.
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
/// be memory of the application, or is for other threads to write to; in the copy it is zero. Where data lies on a
/// device, its runtime copies it.
class Copy {
 public:
  Copy() = default;  ///< of no buffer
  /// `data` are the areas that the reach is made of, or none of them where their data is of no interest. Throws
  /// std::bad_alloc, and std::runtime_error where a device's runtime fails.
  Copy(const void* buffer, const mpi::Reach& reach, std::span<const Area> data);

  /// What stands for the buffer in a call that is to use the copy; aligned as that one is.
  void* buffer() const { return at(0); }
  /// Where the byte `offset` bytes from the start of the buffer is.
  std::byte* at(std::int64_t offset) const { return first_ + (offset - begin_); }
  /// Writes the data of these areas, and nothing between, into that buffer. Throws as the constructor.
  void write_back(void* buffer, std::span<const Area> data) const;

 private:
  struct Free {
    std::size_t mapped;  ///< bytes, or 0 of what malloc has given
    void operator()(std::byte* memory) const;
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::byte* first_ = nullptr;
  std::int64_t begin_ = 0;  ///< where that one is, in bytes from the start of the buffer
};

/// Whether some data of the buffer lies on a device. Asked is the first byte of the reach, and the first and the last
/// of each area: an element of a predefined datatype lies where its buffer does, of which there are no areas to look
/// at.
bool lies_on_device(const void* buffer, const mpi::Reach& reach, std::span<const Area> data);

/// The data of an area of a buffer of the host's, packed. Throws std::bad_alloc.
std::vector<std::byte> packed(const Area& area, const void* buffer);

}  // namespace tutti::library
