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
  const auto* const from = static_cast<const std::byte*>(buffer) + reach.begin;
  const auto address = [](const std::byte* at) { return reinterpret_cast<std::uintptr_t>(at); };
  first_ = memory_.data() + (address(from) - address(memory_.data())) % alignment;
  begin_ = reach.begin;
  std::memcpy(first_, from, static_cast<std::size_t>(size));
}

}  // namespace tutti::library
