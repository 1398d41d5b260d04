#include "verified/op/judge/on_values.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>

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

/// What `pure` is about leaves the other laws to be asked of the state as it is.
bool counts(const Fault& fault) { return is_modelled(fault) && fault.kind != Fault::Kind::reads_state; }

/// Executes the source once for each length.
class FaultyCalls {
 public:
  explicit FaultyCalls(const Symbolic& symbolic) : type_(symbolic.type), call_(symbolic.call) {
    of_length(1);
    for (const int len : symbolic.lengths) of_length(len);
  }

  bool operator()(const Bytes& in, const Bytes& inout, int len) {
    const auto& call = of_length(len);
    if (!call || std::ranges::none_of(call->faults, counts)) return false;
    const auto operands = assign_operands(*call, type_, in.data(), inout.data());
    return std::ranges::any_of(
        call->faults, [&](const Fault& fault) { return counts(fault) && evaluate(fault.when, operands).is_true(); });
  }

 private:
  const std::optional<Summary>& of_length(int len) {
    const auto [at, is_new] = calls_.try_emplace(len);
    if (!is_new) return at->second;
    auto call = call_(context_, len, Floats::ieee);
    if (auto* summary = std::get_if<Summary>(&call)) at->second = std::move(*summary);
    return at->second;
  }

  z3::context context_;
  Type type_;
  Call call_;
  std::map<int, std::optional<Summary>> calls_;
};

}  // namespace

Assignment assign_operands(const Summary& call, const Type& type, const std::byte* in, const std::byte* inout) {
  Assignment operands;
  assign(operands, call.in, type, in);
  assign(operands, call.inout, type, inout);
  return operands;
}

std::function<bool(const Bytes&, const Bytes&, int)> faulty_calls(const Symbolic& symbolic) {
  const auto calls = std::make_shared<FaultyCalls>(symbolic);
  return [calls](const Bytes& in, const Bytes& inout, int len) { return (*calls)(in, inout, len); };
}

}  // namespace tutti::op
