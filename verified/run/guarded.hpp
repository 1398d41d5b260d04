// Buffers that catch a wrong access at the instruction: read-only while lent, or ending at a page without access.
#pragma once
#include <cstddef>

namespace tutti {

/// Memory whose last byte stands directly before a page that nobody may touch.
class GuardedBuffer {
 public:
  /// Room for buffers of up to `capacity` bytes. Throws std::bad_alloc.
  explicit GuardedBuffer(std::size_t capacity);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  /// `bytes` <= capacity bytes, the last one directly before the guard page.
  std::byte* last(std::size_t bytes) { return start_ + size_ - bytes; }
  void forbid_writing();
  void allow_writing();

 private:
  std::byte* start_;
  std::size_t size_;
};

}  // namespace tutti
