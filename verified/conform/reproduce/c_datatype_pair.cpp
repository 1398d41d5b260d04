#include "verified/conform/reproduce/c_datatype_pair.hpp"

#include "verified/conform/reproduce/c_datatype.hpp"

namespace tutti::conform {
namespace {

/// A datum, where all of them are of that type and stand as in an array of it; else a byte.
Type part_of(const TypeMap& sent, const TypeMap& received) {
  if (sent.data.empty()) return Type::byte;
  const auto first = sent.data[0];
  for (const auto* map : {&sent, &received}) {
    if (map->extent % first.bytes != 0) return Type::byte;
    for (const auto& d : map->data)
      if (d.type != first.type || d.bytes != first.bytes || d.at % first.bytes != 0) return Type::byte;
  }
  return first.type;
}

CSide side_of(const Datatype& type, const TypeMap& map, int part_bytes) {
  CSide side{type, "", map.bytes() / part_bytes, map.extent / part_bytes};
  for (const auto& d : map.data)
    for (int at = d.at; at < d.at + d.bytes; at += part_bytes)
      side.at += (side.at.empty() ? "" : ", ") + std::to_string(at / part_bytes);
  return side;
}

}  // namespace

std::optional<CDatatypePair> c_datatype_pair(const std::string& load) {
  const auto* datatypes = datatype_pair_row_named(load);
  if (!datatypes || !datatypes->mixes.empty()) return std::nullopt;
  const auto sent = type_map(datatypes->sent), received = type_map(datatypes->received);
  const auto part = part_of(sent, received);
  const int bytes = static_cast<int>(row(part).size());
  const auto from = side_of(datatypes->sent, sent, bytes), to = side_of(datatypes->received, received, bytes);
  return CDatatypePair{
      c_type(part),     from, to, datatypes->received_per_unit(), datatypes->sent == datatypes->received,
      datatypes->others};
}

}  // namespace tutti::conform
