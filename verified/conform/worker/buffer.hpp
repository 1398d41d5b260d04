// A buffer that is lent to the MPI: guarded at both ends, with canaries before it.
#pragma once
#include <cstddef>
#include <optional>
#include <span>

#include "verified/conform/case/report.hpp"
#include "verified/conform/worker/guard.hpp"
#include "verified/system/guarded.hpp"

namespace tutti::mpi::conform {

class Buffer {
 public:
  /// `bytes` bytes, all canaries, that end at a page without access. Throws std::bad_alloc.
  Buffer(Lent what, std::size_t bytes);

  std::span<std::byte> bytes() { return bytes_; }
  /// Canaries everywhere, also before the buffer.
  void wipe();
  void forbid_writing() { memory_.forbid_writing(); }
  void allow_writing() { memory_.allow_writing(); }
  /// Kind::outside where a byte before the buffer has changed.
  std::optional<tutti::conform::Wrong> changed_before();

 private:
  GuardedBuffer memory_;
  std::span<std::byte> bytes_;
  Watched watched_;
};

}  // namespace tutti::mpi::conform
