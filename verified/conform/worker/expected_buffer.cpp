#include "verified/conform/worker/expected_buffer.hpp"

#include <algorithm>

namespace tutti::mpi {
namespace {

/// body(first byte from the start of the buffer, bytes) for the data of a block, in the order of the type map.
template <class F>
void for_each_stretch(const PlacedBlock& block, F body) {
  if (block.is_empty()) return;
  const auto& element = *block.element;
  const auto& first = element.data.front();
  if (first.at == 0 && first.bytes == element.extent) return body(block.origin, block.elements * element.extent);
  for (std::int64_t e = 0; e < block.elements; ++e)
    for (const auto& s : block.element->data) body(block.origin + e * block.element->extent + s.at, s.bytes);
}

}  // namespace

std::int64_t PlacedBlock::first_byte() const {
  return origin + std::ranges::min_element(element->data, {}, &Stretch::at)->at;
}

std::int64_t PlacedBlock::end_byte() const {
  std::int64_t end = 0;
  for (const auto& s : element->data) end = std::max<std::int64_t>(end, s.at + s.bytes);
  return origin + (elements - 1) * element->extent + end;
}

Stretch stretch_of(const std::vector<PlacedBlock>& blocks) {
  constexpr std::int64_t alignment = 16;
  std::int64_t low = 0, high = 0;
  bool any = false;
  for (const auto& b : blocks) {
    if (b.is_empty()) continue;
    low = any ? std::min(low, b.first_byte()) : b.first_byte();
    high = any ? std::max(high, b.end_byte()) : b.end_byte();
    any = true;
  }
  low = (low >= 0 ? low : low - alignment + 1) / alignment * alignment;
  return {low, (high - low + alignment - 1) / alignment * alignment};
}

void ExpectedBuffer::put(const PlacedBlock& block, const std::vector<std::byte>& data) {
  auto from = data.begin();
  for_each_stretch(block, [&](std::int64_t at, std::int64_t bytes) {
    std::copy_n(from, bytes, bytes_.begin() + (at - low_));
    from += bytes;
  });
}

std::vector<std::byte> ExpectedBuffer::data_in(std::span<const std::byte> bytes, const PlacedBlock& block) const {
  std::vector<std::byte> data;
  for_each_stretch(block, [&](std::int64_t at, std::int64_t n) {
    const auto first = bytes.begin() + (at - low_);
    data.insert(data.end(), first, first + n);
  });
  return data;
}

}  // namespace tutti::mpi
