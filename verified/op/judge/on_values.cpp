#include "verified/op/judge/on_values.hpp"

#include <cstring>

namespace tutti::op {
namespace {

/// x87's format has the leading bit of the significand, which IEEE's formats imply.
z3::expr value_of_f80(z3::context& context, std::uint64_t low, std::uint64_t high) {
  const auto sign = context.bv_val(high >> 15 & 1, 1), exponent = context.bv_val(high & 0x7fff, 15);
  return z3::fpa_fp(sign, exponent, context.bv_val(low, 64).extract(62, 0));
}

z3::expr value_of(const z3::expr& constant, const Leaf& leaf, const std::byte* element) {
  auto& context = constant.ctx();
  std::uint64_t words[2] = {};
  std::memcpy(words, element + leaf.offset, value_bytes(leaf.scalar));
  if (leaf.scalar == Scalar::f80) return value_of_f80(context, words[0], words[1]);
  const auto bits = context.bv_val(words[0], static_cast<unsigned>(8 * value_bytes(leaf.scalar)));
  if (!is_floating(leaf.scalar)) return bits;
  return z3::expr(context, Z3_mk_fpa_to_fp_bv(context, bits, constant.get_sort()));
}

void assign(Assignment& to, const std::vector<Element>& vector, const Type& type, const std::byte* bytes) {
  for (std::size_t i = 0; i < vector.size(); ++i)
    for (std::size_t leaf = 0; leaf < type.leaves.size(); ++leaf)
      to.emplace_back(vector[i][leaf], value_of(vector[i][leaf], type.leaves[leaf], bytes + i * type.size));
}

}  // namespace

Assignment assign_operands(const Summary& call, const Type& type, const std::byte* in, const std::byte* inout) {
  Assignment operands;
  assign(operands, call.in, type, in);
  assign(operands, call.inout, type, inout);
  return operands;
}

}  // namespace tutti::op
