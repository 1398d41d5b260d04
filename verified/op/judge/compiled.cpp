#include "verified/op/judge/compiled.hpp"

#include <algorithm>

#include "verified/op/black_box/compare.hpp"
#include "verified/op/black_box/draw.hpp"
#include "verified/op/black_box/experiment.hpp"
#include "verified/op/black_box/sandbox.hpp"
#include "verified/op/deadline.hpp"
#include "verified/op/judge/on_values.hpp"
#include "verified/op/prove/encode/terms.hpp"
#include "verified/op/prove/encode/value.hpp"

namespace tutti::op {
namespace {

/// The terms of a call with one element, on concrete operands.
class Terms {
 public:
  Terms(const Type& type, const Summary& one) : type_(type), one_(one) {}

  struct Result {
    bool has_fault = false;
    std::optional<Bytes> bytes = {};  ///< absent besides where a term has no value
  };
  Result operator()(const std::byte* x, const std::byte* y) const {
    const auto operands = assign_operands(one_, type_, x, y);
    bool is_open = false;
    for (const auto& fault : one_.faults) {
      if ((fault.kind != Fault::Kind::misaligned && leaves_result(fault)) || fault.by_state) continue;
      const auto happens = evaluate(fault.when, operands);
      if (happens.is_true() && fault.kind != Fault::Kind::unmodelled) return {true};
      is_open = is_open || !happens.is_false();
    }
    std::string exact;
    return is_open ? Result() : Result{false, bytes_of({one_.result[0]}, type_, operands, "", exact)};
  }
  /// That a comparison visits.
  double nodes() const {
    std::size_t all = 0;
    for (const auto& fault : one_.faults) all += count_nodes(fault.when);
    for (const auto& leaf : one_.result[0]) all += count_nodes(leaf);
    return static_cast<double>(all);
  }

 private:
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
    constexpr double deadline = 2;  // a hang is found elsewhere
    const auto call = one_call(1);
    sandbox_.prepare(call.sequence, batch);
    for (std::size_t i = 0; i < batch; ++i) drawer_.draw(tiers[i % std::size(tiers)], 2, sandbox_.cells(i));
    if (const auto failure = sandbox_.run({}, deadline)) so_far.failed = failure->says;
    for (std::size_t i = 0; i < batch && !so_far.difference; ++i)
      if (sandbox_.fate(i) == Fate::done) compare(sandbox_.cells(i), so_far);
  }

 private:
  void compare(const std::byte* cells, Comparison& so_far) const {
    const auto size = trial_.type.size;
    const auto* found = cells + 2 * size;
    const auto [has_fault, due] = terms_(cells, cells + size);
    if (!due) {
      ++(has_fault ? so_far.undefined : so_far.unmodelled);
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

Comparison compare_compiled(const Symbolic& symbolic, const Trial& trial, double seconds) {
  const Deadline deadline(seconds);
  Comparison result;
  z3::context context;
  const auto one = symbolic.call(context, 1, Floats::ieee);
  if (const auto* not_modelled = std::get_if<Unsupported>(&one)) {
    result.failed = not_modelled->what + " is not modelled";
    return result;
  }
  const Terms terms(trial.type, std::get<Summary>(one));
  Comparer comparer(trial, terms);
  const auto most = std::min(4000.0, visited_nodes / terms.nodes());
  do comparer.go_on(result);
  while (result.compared + result.undefined + result.unmodelled < most && !result.difference && result.failed.empty() &&
         deadline.left() > 0);
  return result;
}

}  // namespace tutti::op
