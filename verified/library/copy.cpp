#include "verified/library/copy.hpp"

#include <cstring>
#include <new>

namespace tutti::library {
namespace {

constexpr std::uintptr_t alignment = 64;
/// So many bytes between data are memory of the application.
constexpr std::int64_t always_memory = 1 << 20;

}  // namespace

Copy::Copy(const void* buffer, const mpi::Reach& reach) {
  const auto size = reach.end - reach.begin;
  if (reach.data == 0) return;
  if (size / 4 > reach.data && size > always_memory) throw std::bad_alloc();
  memory_.resize(static_cast<std::size_t>(size) + alignment);
  const auto from = reinterpret_cast<std::uintptr_t>(buffer) + static_cast<std::uintptr_t>(reach.begin);
  auto to = reinterpret_cast<std::uintptr_t>(memory_.data());
  to += (from - to) % alignment;
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), static_cast<std::size_t>(size));
  buffer_ = to - static_cast<std::uintptr_t>(reach.begin);
}

}  // namespace tutti::library
