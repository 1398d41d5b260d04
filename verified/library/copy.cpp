#include "verified/library/copy.hpp"

#include <cstring>
#include <new>

#include "verified/run/mpi/layout.hpp"

namespace tutti::library {
namespace {

constexpr std::uintptr_t alignment = 64;

}  // namespace

Copy::Copy(const void* buffer, const mpi::Reach& reach, std::span<const Area> data) {
  const auto size = static_cast<std::size_t>(reach.end - reach.begin);
  if (reach.data == 0) return;
  // Zeros by the page, so that wide gaps take no memory.
  memory_.reset(static_cast<std::byte*>(std::calloc(size + alignment, 1)));
  if (!memory_) throw std::bad_alloc();
  const auto* const from = static_cast<const std::byte*>(buffer) + reach.begin;
  const auto address = [](const std::byte* at) { return reinterpret_cast<std::uintptr_t>(at); };
  first_ = memory_.get() + (address(from) - address(memory_.get())) % alignment;
  begin_ = reach.begin;
  if (reach.gapless) {
    std::memcpy(first_, from, size);
    return;
  }
  for (const auto& area : data) {
    const auto all = packed(area, buffer);
    mpi::unpack(mpi::Layout(area.type), all.data(), area.elements, at(area.origin));
  }
}

std::vector<std::byte> packed(const Area& area, const void* buffer) {
  const mpi::Layout layout(area.type);
  std::vector<std::byte> all(static_cast<std::size_t>(area.elements * layout.size));
  if (!all.empty()) mpi::pack(layout, static_cast<const std::byte*>(buffer) + area.origin, area.elements, all.data());
  return all;
}

}  // namespace tutti::library
