#include "verified/op/consequences/journal.hpp"

#include "verified/system/packed.hpp"

namespace tutti::op {

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
  to.put(d.split);
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
    d.split = from.flag();
    d.found = from.vector();
    d.due = from.vector();
    if (from.whole) all.push_back(std::move(d));
  }
  return all;
}

}  // namespace tutti::op
