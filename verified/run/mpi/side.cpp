#include "verified/run/mpi/side.hpp"

#include <algorithm>
#include <string>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

std::int64_t count_of(const Side& side, int block) {
  return side.counts[side.counts.size() == 1 ? 0 : static_cast<std::size_t>(block)];
}

}  // namespace

std::int64_t origin_of(const Side& side, int block, const Layout& elements, bool displaced_by_bytes) {
  const auto count = count_of(side, block);
  if (count == 0 || elements.size == 0) return 0;
  const auto first =
      side.displacements.empty() ? checked_product(block, count) : side.displacements[static_cast<std::size_t>(block)];
  return displaced_by_bytes ? first : checked_product(first, elements.extent);
}

Blocked::Blocked(const Side& side, int blocks, bool displaced_by_bytes) : may_overlap_(side.may_overlap) {
  for (const auto type : side.types) layouts_.emplace_back(type);
  std::vector<bool> as_bytes;
  for (const auto& l : layouts_) as_bytes.push_back(packs_to_itself(l));
  for (int b = 0; b < blocks; ++b) {
    const auto i = static_cast<std::size_t>(b);
    const auto& elements = layout(b);
    const auto count = count_of(side, b);
    if (count < 0) throw Error("the count " + std::to_string(count) + " is negative");
    const auto origin = origin_of(side, b, elements, displaced_by_bytes);
    const auto bytes = checked_product(count, elements.size);
    block_.push_back({origin, count, bytes, packed_bytes_});
    packed_bytes_ = checked_sum(packed_bytes_, bytes);
    if (bytes == 0) continue;
    static_cast<void>(span_of(elements, count));  // throws where it is too large
    reach_.add(Reach::of(elements, origin, count));
    direct_ = direct_ && as_bytes[layouts_.size() == 1 ? 0 : i];
  }
  bool first = true;
  for (const auto& b : block_) {
    if (b.bytes == 0) continue;
    lowest_ = first ? b.origin : std::min(lowest_, b.origin);
    first = false;
  }
}

void Blocked::part() {
  if (!direct_) return;
  std::vector<Block> sorted;
  std::ranges::copy_if(block_, std::back_inserter(sorted), [](const Block& b) { return b.bytes > 0; });
  std::ranges::sort(sorted, {}, &Block::origin);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (checked_sum(sorted[i - 1].origin, sorted[i - 1].bytes) <= sorted[i].origin) continue;
    if (!may_overlap_) throw Error("blocks of the receive buffer overlap at byte " + std::to_string(sorted[i].origin));
    overlaps_ = true;
    direct_ = false;
  }
}

void Blocked::pack(int block, const void* buffer, std::byte* packed) const {
  const auto& b = at(block);
  if (b.bytes > 0)
    mpi::pack(layout(block), static_cast<const std::byte*>(buffer) + b.origin, b.count, packed + b.packed);
}

void Blocked::unpack(int block, const std::byte* packed, void* buffer) const {
  const auto& b = at(block);
  if (b.bytes > 0) mpi::unpack(layout(block), packed + b.packed, b.count, static_cast<std::byte*>(buffer) + b.origin);
}

}  // namespace tutti::mpi
