#include "verified/library/copy.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "verified/library/devices/runtime.hpp"
#include "verified/library/runs.hpp"
#include "verified/run/mpi/layout.hpp"

namespace tutti::library {
namespace {

constexpr std::uintptr_t alignment = 64;
/// More than this is mapped: zeros by the page, and no promise that there is memory for all of them, since from a stack
/// to a heap it is far.
constexpr std::size_t most_allocated = std::size_t{1} << 20;

/// body(offset from the start of the buffer, bytes) for all data of the area that lies in one piece.
template <class F>
void for_each_run(const Area& area, F body) {
  const mpi::Layout layout(area.type);
  if (area.elements == 0 || layout.size == 0) return;
  if (layout.gapless) return body(area.origin, area.elements * layout.extent);
  const auto runs = runs_of(layout);
  for (std::int64_t i = 0; i < area.elements; ++i)
    for (const auto& run : runs)
      body(area.origin + i * layout.extent + layout.true_lower + run.begin, run.end - run.begin);
}

void copy_anywhere(std::byte* to, const std::byte* from, std::int64_t bytes, const std::byte* of_application) {
  const auto n = static_cast<std::size_t>(bytes);
  if (const auto* const runtime = owner_of(of_application))
    runtime->copy(to, from, n, of_application);
  else
    std::memcpy(to, from, n);
}

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
  if (lies_on_device(buffer, reach, data)) {
    for (const auto& area : data)
      for_each_run(area, [&](std::int64_t offset, std::int64_t n) {
        const auto* const there = mpi::moved(buffer, offset);
        copy_anywhere(at(offset), there, n, there);
      });
    return;
  }
  if (reach.gapless) {
    std::memcpy(first_, from, size);
    return;
  }
  for (const auto& area : data) {
    const auto all = packed(area, buffer);
    mpi::unpack(mpi::Layout(area.type), all.data(), area.elements, at(area.origin));
  }
}

void Copy::write_back(void* buffer, std::span<const Area> data) const {
  for (const auto& area : data)
    for_each_run(area, [&](std::int64_t offset, std::int64_t n) {
      auto* const there = mpi::moved(buffer, offset);
      copy_anywhere(there, at(offset), n, there);
    });
}

bool lies_on_device(const void* buffer, const mpi::Reach& reach, std::span<const Area> data) {
  if (reach.data == 0) return false;
  const auto is_there = [buffer](std::int64_t offset) { return owner_of(mpi::moved(buffer, offset)) != nullptr; };
  return is_there(reach.begin) || std::ranges::any_of(data, [&](const Area& area) {
           const auto of_area = mpi::Reach::of(mpi::Layout(area.type), area.origin, area.elements);
           return of_area.data > 0 && (is_there(of_area.begin) || is_there(of_area.end - 1));
         });
}

std::vector<std::byte> packed(const Area& area, const void* buffer) {
  const mpi::Layout layout(area.type);
  std::vector<std::byte> all(static_cast<std::size_t>(area.elements * layout.size));
  if (!all.empty()) mpi::pack(layout, static_cast<const std::byte*>(buffer) + area.origin, area.elements, all.data());
  return all;
}

}  // namespace tutti::library
