// Buffers that catch a wrong access at the instruction: read-only while lent, or between pages without access.
#pragma once
#include <cstddef>

namespace tutti {

inline constexpr std::byte canary{0xA5};   // where nobody may write
inline constexpr std::size_t margin = 64;  // bytes before a buffer that are looked at, or more

/// Memory between two pages that nobody may touch, whose last byte stands directly before the second.
class GuardedBuffer {
 public:
  /// Room for buffers of up to `capacity` bytes. Throws std::bad_alloc.
  explicit GuardedBuffer(std::size_t capacity);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  /// `bytes` <= capacity bytes, the last one directly before the guard page.
  std::byte* last(std::size_t bytes) { return end() - bytes; }
  /// All that may be touched, from the one guard page to the other.
  std::byte* begin() { return start_; }
  std::byte* end() { return start_ + size_; }
  static std::size_t guard_bytes();  ///< at either side
  void forbid_writing();
  void allow_writing();

 private:
  std::byte* start_;
  std::size_t size_;
};

}  // namespace tutti
