#include "verified/conform/worker/difference.hpp"

#include <algorithm>

namespace tutti::mpi::conform {

using tutti::conform::Kind;
using tutti::conform::Wrong;

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t most_findings = 4;

std::string hex(std::byte b) {
  constexpr char digits[] = "0123456789abcdef";
  return {'0', 'x', digits[static_cast<unsigned>(b) >> 4], digits[static_cast<unsigned>(b) & 15]};
}

std::size_t first_difference(const Bytes& a, const Bytes& b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

/// A byte that is no block's data has changed: all but the data is put together again from canaries.
std::optional<Wrong> written_between(const std::vector<DueBlock>& blocks, const std::vector<PlacedBlock>& places,
                                     std::span<const std::byte> found) {
  ExpectedBuffer intact(places);
  for (const auto& place : places) intact.put(place, intact.data_in(found, place));
  const auto wrong = std::ranges::mismatch(intact.bytes(), found);
  if (wrong.in1 == intact.bytes().end()) return std::nullopt;
  const auto at = wrong.in1 - intact.bytes().begin() + intact.low();
  std::string where = "no block is";
  for (const auto& b : blocks)
    if (b.place.elements > 0 && b.place.first_byte() <= at && at < b.place.end_byte())
      where = "a gap is, in the place of " + b.name;
  return Wrong{Kind::outside, "byte " + std::to_string(at) + " of the receive buffer was written, where " + where};
}

Wrong wrong_block(const DueBlock& block, const Bytes& found, const Whose& whose) {
  const auto size = std::to_string(found.size()) + " bytes";
  if (found == block.before)
    return {Kind::not_written, "where " + block.name + " (" + size + ") is due, nothing was written"};
  if (found == block.stale)
    return {Kind::wrong_value,
            "where " + block.name + " (" + size + ") is due, there is what was due at the start before"};
  if (const auto other = whose(found))
    return {Kind::wrong_place, "where " + block.name + " is due, there is " + *other + " (" + size + ")"};
  const auto at = first_difference(found, block.data);
  const auto text = "byte " + std::to_string(at) + " of the " + size + " of " + block.name;
  if (std::equal(found.begin() + static_cast<std::ptrdiff_t>(at), found.end(),
                 block.before.begin() + static_cast<std::ptrdiff_t>(at)))
    return {Kind::not_written, "from " + text + " on, nothing was written"};
  return {Kind::wrong_value, text + " is " + hex(found[at]) + ", " + hex(block.data[at]) + " is due"};
}

}  // namespace

std::vector<Wrong> differences(const std::vector<DueBlock>& blocks, std::span<const std::byte> found,
                               const Whose& whose) {
  std::vector<PlacedBlock> places;
  for (const auto& b : blocks) places.push_back(b.place);
  const ExpectedBuffer layout(places);
  std::vector<Wrong> all;
  if (auto outside = written_between(blocks, places, found)) all.push_back(std::move(*outside));
  for (const auto& block : blocks) {
    const auto data = layout.data_in(found, block.place);
    if (data != block.data && all.size() < most_findings) all.push_back(wrong_block(block, data, whose));
  }
  return all;
}

}  // namespace tutti::mpi::conform
