#include "verified/op/judge/faulty_calls.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "verified/op/judge/on_values.hpp"

namespace tutti::op {
namespace {

/// What `pure` is about leaves the other laws to be asked of the state as it is.
bool counts(const Fault& fault) {
  return is_modelled(fault) && fault.kind != Fault::Kind::reads_state && !leaves_result(fault);
}

/// Executes the source once for each length that is asked for, and not before.
class FaultyCalls {
 public:
  explicit FaultyCalls(const Symbolic& symbolic) : type_(symbolic.type), call_(symbolic.call) {}

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

std::function<bool(const Bytes&, const Bytes&, int)> faulty_calls(const Symbolic& symbolic) {
  const auto calls = std::make_shared<FaultyCalls>(symbolic);
  return [calls](const Bytes& in, const Bytes& inout, int len) { return (*calls)(in, inout, len); };
}

}  // namespace tutti::op
