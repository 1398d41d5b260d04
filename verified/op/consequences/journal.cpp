#include "verified/op/consequences/journal.hpp"

#include <cstring>

namespace tutti::op {
namespace {

struct Packer {
  Bytes bytes = {};

  void put(std::size_t number) {
    const auto* at = reinterpret_cast<const std::byte*>(&number);
    bytes.insert(bytes.end(), at, at + sizeof number);
  }
  void put(int number) { put(static_cast<std::size_t>(number)); }
  void put(const Bytes& vector) {
    put(vector.size());
    bytes.insert(bytes.end(), vector.begin(), vector.end());
  }
};

/// Gives zeros and empty vectors behind the end; `whole` is false from then on.
struct Unpacker {
  std::span<const std::byte> bytes;
  bool whole = true;

  std::span<const std::byte> take(std::size_t n) {
    whole = whole && n <= bytes.size();
    const auto taken = bytes.first(whole ? n : 0);
    bytes = bytes.subspan(taken.size());
    return taken;
  }
  std::size_t size() {
    std::size_t number = 0;
    if (const auto taken = take(sizeof number); whole) std::memcpy(&number, taken.data(), sizeof number);
    return number;
  }
  int number() { return static_cast<int>(size()); }
  Bytes vector() {
    const auto taken = take(size());
    return {taken.begin(), taken.end()};
  }
};

}  // namespace

Bytes pack(const Difference& d) {
  Packer to;
  to.put(static_cast<std::size_t>(d.algorithm - algorithms().data()));
  to.put(d.group.ranks);
  to.put(d.group.root);
  to.put(d.group.shape.size());
  for (const int entry : d.group.shape) to.put(entry);
  to.put(d.rank);
  to.put(d.block);
  to.put(d.operands.size());
  for (const auto& operand : d.operands) to.put(operand);
  to.put(static_cast<int>(d.swaps));
  to.put(static_cast<int>(d.split));
  to.put(d.found);
  to.put(d.due);
  return to.bytes;
}

std::vector<Difference> unpack(const Bytes& journal) {
  std::vector<Difference> all;
  for (Unpacker from{journal}; from.whole && !from.bytes.empty();) {
    Difference d;
    d.algorithm = &algorithms()[from.size()];
    d.group = {.ranks = from.number(), .root = from.number()};
    for (auto n = from.size(); n > 0; --n) d.group.shape.push_back(from.number());
    d.rank = from.number();
    d.block = from.number();
    for (auto n = from.size(); n > 0 && from.whole; --n) d.operands.push_back(from.vector());
    d.swaps = from.number() != 0;
    d.split = from.number() != 0;
    d.found = from.vector();
    d.due = from.vector();
    if (from.whole) all.push_back(std::move(d));
  }
  return all;
}

}  // namespace tutti::op
