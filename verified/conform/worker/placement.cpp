#include "verified/conform/worker/placement.hpp"

namespace tutti::mpi {
namespace {

/// One after another; or apart, the last one first, with the first origin before the start of the buffer.
class Places {
 public:
  Places(bool scattered, std::size_t blocks) : scattered_(scattered), at_(scattered ? -3 : 0), blocks_(blocks) {}

  std::size_t block(std::size_t turn) const { return scattered_ ? blocks_ - 1 - turn : turn; }
  /// Where a block of that length goes.
  std::int64_t next(std::int64_t length) {
    const auto here = at_;
    at_ += length + (scattered_ ? here % 3 + 2 : 0);
    return here;
  }

 private:
  bool scattered_;
  std::int64_t at_;
  std::size_t blocks_;
};

constexpr std::int64_t grain = 16;  // bytes: blocks with displacements in bytes are aligned

std::int64_t grains(const PlacedBlock& block) {
  return block.is_empty() ? 0 : (block.end_byte() - block.first_byte()) / grain + 2;
}

}  // namespace

Placement place(const std::vector<Parcel>& parcels, Described how, bool scattered, bool received) {
  const bool each = how != Described::alike, by_bytes = how == Described::typed;
  Placement result;
  result.blocks.resize(parcels.size());
  if (each) result.displacements.resize(parcels.size());
  Places places(each && scattered, parcels.size());
  for (std::size_t turn = 0; turn < parcels.size(); ++turn) {
    const auto b = places.block(turn);
    const auto& datatypes = *parcels[b].datatypes;
    const auto& element = received ? datatypes.received : datatypes.sent;
    PlacedBlock block{&element, 0, parcels[b].units * (received ? datatypes.received_per_unit : 1)};
    const auto at = places.next(by_bytes ? grains(block) : block.elements);
    block.origin = by_bytes ? (at + 1) * grain : at * element.extent;
    if (each) result.displacements[b] = by_bytes ? block.origin : at;
    result.blocks[b] = block;
  }
  for (const auto& b : result.blocks) {
    if (each || result.counts.empty()) result.counts.push_back(b.elements);
    if (by_bytes || result.types.empty()) result.types.push_back(b.element->type);
  }
  return result;
}

}  // namespace tutti::mpi
