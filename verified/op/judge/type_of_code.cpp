#include "verified/op/judge/type_of_code.hpp"

#include <algorithm>

namespace tutti::op {
namespace {

/// As they lie in memory, whatever their members are called; of whole numbers the sign is left out, too.
bool lie_alike(const Leaf& a, std::size_t offset, const Leaf& b) {
  return a.offset == b.offset + offset && is_floating(a.scalar) == is_floating(b.scalar) &&
         value_bytes(a.scalar) == value_bytes(b.scalar);
}

/// `all` is some elements of `one`, side by side.
bool is_several(const Type& all, const Type& one) {
  if (all.size % one.size != 0 || all.leaves.size() != all.size / one.size * one.leaves.size()) return false;
  for (std::size_t i = 0; i < all.leaves.size(); ++i)
    if (const auto n = one.leaves.size(); !lie_alike(all.leaves[i], i / n * one.size, one.leaves[i % n])) return false;
  return true;
}

/// The types, no two of which lie alike in memory; one that --type cannot say has no size. As bytes, elements of any
/// type are copied and compared: these say nothing.
std::vector<TypeOfCode> distinct(const std::vector<SeenType>& seen) {
  std::vector<TypeOfCode> all;
  for (const auto& s : seen) {
    const TypeOfCode known{s.text.empty() ? Type{} : parse_type(s.text), s.line};
    const auto lies_like_it = [&](const TypeOfCode& other) {
      return other.type.size == known.type.size && (known.type.size == 0 || is_several(other.type, known.type));
    };
    const bool is_byte = known.type.size == 1 && known.type.leaves[0].scalar != Scalar::boolean;
    if (!is_byte && std::ranges::none_of(all, lies_like_it)) all.push_back(known);
  }
  return all;
}

std::string listed_types(const std::vector<TypeOfCode>& all) {
  std::string text;
  for (const auto& t : all)
    text += (text.empty() ? "" : ", ") + (t.type.size == 0 ? "what --type cannot say" : "'" + t.type.text + "'") +
            " in line " + std::to_string(t.line);
  return text;
}

}  // namespace

TypeOfCode type_of_code(const std::vector<SeenType>& seen, const std::string& place) {
  auto all = distinct(seen);
  if (all.empty()) throw InputError(place + " does not say of which type its elements are; name it with --type");
  if (all.size() > 1 || all.front().type.size == 0)
    throw InputError(place + " takes its elements for " + listed_types(all) + "; name theirs with --type");
  return std::move(all.front());
}

std::string other_type(const std::vector<SeenType>& seen, const Type& judged) {
  const auto type = parse_type(judged.text);  // with the numbers in which a datatype has no data
  const auto all = distinct(seen);
  const bool is_other =
      all.size() == 1 && all[0].type.size > 0 && !is_several(type, all[0].type) && !is_several(all[0].type, type);
  return is_other ? listed_types(all) : "";
}

}  // namespace tutti::op
