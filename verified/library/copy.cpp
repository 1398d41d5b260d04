#include "verified/library/copy.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "verified/run/mpi/layout.hpp"

namespace tutti::library {
namespace {

constexpr std::uintptr_t alignment = 64;
/// More than this is mapped: zeros by the page, and no promise that there is memory for all of them, since from a stack
/// to a heap it is far.
constexpr std::size_t most_allocated = std::size_t{1} << 20;

}  // namespace

void Copy::Free::operator()(std::byte* memory) const {
  if (mapped == 0)
    std::free(memory);
  else
    munmap(memory, mapped);
}

Copy::Copy(const void* buffer, const mpi::Reach& reach, std::span<const Area> data) {
  const auto size = static_cast<std::size_t>(reach.end - reach.begin);
  if (reach.data == 0) return;
  const auto bytes = size + alignment;
  if (bytes <= most_allocated) {
    memory_ = {static_cast<std::byte*>(std::calloc(bytes, 1)), Free{}};
  } else {
    void* const made = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made != MAP_FAILED) memory_ = {static_cast<std::byte*>(made), Free{bytes}};
  }
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
