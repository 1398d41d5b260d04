#include "verified/op/judge/compiled.hpp"

#include <chrono>
#include <cstring>

#include "verified/op/black_box/compare.hpp"
#include "verified/op/black_box/draw.hpp"
#include "verified/op/black_box/experiment.hpp"
#include "verified/op/black_box/sandbox.hpp"
#include "verified/op/prove/encode/value.hpp"

namespace tutti::user {
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

/// The terms of a call with one element, on concrete operands.
class Terms {
 public:
  Terms(const Type& type, const Summary& one) : type_(type), one_(one) {}

  /// Absent where the call has a fault, or a term has no value.
  std::optional<Bytes> operator()(const std::byte* x, const std::byte* y) const {
    Assignment operands;
    add(operands, one_.in[0], x);
    add(operands, one_.inout[0], y);
    for (const auto& fault : one_.faults)
      if (!evaluate(fault.when, operands).is_false()) return {};
    std::string exact;
    return bytes_of({one_.result[0]}, type_, operands, "", exact);
  }

 private:
  void add(Assignment& to, const Element& constants, const std::byte* element) const {
    for (std::size_t i = 0; i < constants.size(); ++i)
      to.emplace_back(constants[i], value_of(constants[i], type_.leaves[i], element));
  }

  const Type& type_;
  const Summary& one_;
};

class Comparer {
 public:
  Comparer(const Trial& trial, const Terms& terms)
      : trial_(trial),
        terms_(terms),
        sandbox_(trial.type, trial.function, trial.pre, 1),
        drawer_(trial.type, trial.seed) {}

  /// Compares some calls more.
  void go_on(Comparison& so_far) {
    constexpr std::size_t batch = 100;
    constexpr double deadline = 0.5;  // a hang is found elsewhere
    const auto call = one_call(1);
    sandbox_.prepare(call.plan, batch);
    for (std::size_t i = 0; i < batch; ++i) drawer_.draw(tiers[i % std::size(tiers)], 2, sandbox_.cells(i));
    if (const auto failure = sandbox_.run({}, deadline)) so_far.failed = failure->says;
    for (std::size_t i = 0; i < batch && !so_far.difference; ++i)
      if (sandbox_.fate(i) == Fate::done) compare(sandbox_.cells(i), so_far);
  }

 private:
  void compare(const std::byte* cells, Comparison& so_far) const {
    const auto size = trial_.type.size;
    const auto* found = cells + 2 * size;
    const auto due = terms_(cells, cells + size);
    if (!due) {
      ++so_far.undefined;
      return;
    }
    ++so_far.compared;
    const auto* leaf = first_difference(trial_.type, found, due->data(), false);
    if (!leaf) return;
    so_far.difference = Counterexample{
        .operands = {{"x", Bytes(cells, cells + size)}, {"y", Bytes(cells + size, cells + 2 * size)}},
        .results = {{"x ∘ y when run", Bytes(found, found + size)}, {"x ∘ y by its source", *due}},
        .says = "the compiled function and its source differ" + (leaf->path.empty() ? "" : " at " + leaf->path)};
  }

  const Trial& trial_;
  const Terms& terms_;
  Sandbox sandbox_;
  Drawer drawer_;
};

}  // namespace

Comparison compare_compiled(const Symbolic& symbolic, const Trial& trial) {
  using Clock = std::chrono::steady_clock;
  constexpr int most = 4000;
  constexpr std::chrono::seconds limit(1);
  Comparison result;
  z3::context context;
  const auto one = symbolic.call(context, 1, Floats::ieee);
  if (const auto* not_modelled = std::get_if<Unsupported>(&one)) {
    result.failed = not_modelled->what + " is not modelled";
    return result;
  }
  const Terms terms(trial.type, std::get<Summary>(one));
  Comparer comparer(trial, terms);
  const auto end = Clock::now() + limit;
  while (result.compared + result.undefined < most && !result.difference && result.failed.empty() && Clock::now() < end)
    comparer.go_on(result);
  return result;
}

}  // namespace tutti::user
