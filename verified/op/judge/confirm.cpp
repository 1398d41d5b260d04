#include "verified/op/judge/confirm.hpp"

#include <optional>

#include "verified/op/black_box/compare.hpp"

namespace tutti::op {
namespace {

/// Calls of one element each. What a call does not survive has no value.
class Run {
 public:
  explicit Run(const Trial& trial) : trial_(trial) {}

  using Value = std::optional<Bytes>;
  Value operator()(const Value& x, const Value& y, int len = 1) const {
    if (!x || !y) return {};
    return call_once(trial_.function, trial_.type, *x, *y, len).inout;
  }
  bool differ(const Value& a, const Value& b) const {
    if (!a || !b) return true;
    for (std::size_t at = 0; at < a->size(); at += trial_.type.size)
      if (first_difference(trial_.type, a->data() + at, b->data() + at, trial_.equal_by_value)) return true;
    return false;
  }
  /// Element by element.
  Value one_by_one(const Bytes& x, const Bytes& y) const {
    Bytes all;
    for (std::size_t at = 0; at < x.size(); at += trial_.type.size) {
      const auto of = [&](const Bytes& v) {
        const auto begin = v.begin() + static_cast<std::ptrdiff_t>(at);
        return Bytes(begin, begin + static_cast<std::ptrdiff_t>(trial_.type.size));
      };
      const auto one = (*this)(of(x), of(y));
      if (!one) return {};
      all.insert(all.end(), one->begin(), one->end());
    }
    return all;
  }

 private:
  const Trial& trial_;
};

/// The function with traps; absent where it has none or the compiler does not make them.
std::optional<Function> with_traps(const Trial& trial) try {
  if (!trial.with_traps) return {};
  return trial.with_traps();
} catch (const InputError&) {
  return {};
} catch (const DeadlinePassed&) {
  return {};
}

/// Does the call go wrong, with the vectors at either end of their pages, or where undefined arithmetic traps?
std::optional<bool> goes_wrong(const Trial& trial, const Bytes& in, const Bytes& inout) {
  const auto len = static_cast<int>(in.size() / trial.type.size);
  const auto wrong = [&](const Function& function, Placement placement) {
    return !call_once(function, trial.type, in, inout, len, placement).inout;
  };
  for (const bool at_end : {true, false})
    if (wrong(trial.function, {.at_end = at_end})) return true;
  const auto trapping = with_traps(trial);
  if (trapping && wrong(*trapping, {})) return true;
  return {};
}

}  // namespace

std::optional<bool> fails_when_run(const Trial& trial, const LawFinding& finding) {
  if (!finding.counterexample || finding.domain == Domain::real) return {};
  std::vector<Bytes> x;
  for (const auto& [name, bytes] : finding.counterexample->operands) x.push_back(bytes);
  const auto& results = finding.counterexample->results;
  const Run run(trial);
  switch (finding.law) {
    case Law::memory:
    case Law::total: return goes_wrong(trial, x[0], x[1]);
    case Law::aligned: return goes_wrong(trial, x[0], x[1]).value_or(false);
    case Law::aliasing: return false;  // other builds show it: see builds.hpp
    case Law::pure: return false;      // of a variable that may hold anything; calls may never leave it so
    case Law::associative: return run.differ(run(run(x[0], x[1]), x[2]), run(x[0], run(x[1], x[2])));
    case Law::commutative: return run.differ(run(x[0], x[1]), run(x[1], x[0]));
    case Law::idempotent: return run.differ(run(x[0], x[0]), x[0]);
    case Law::order:
      if (results.size() == 2) return run.differ(run(x[0], x[1]), results[1].second);  // as meant
      return {};
    case Law::split_safe:
      return run.differ(run(x[0], x[1], static_cast<int>(x[0].size() / trial.type.size)), run.one_by_one(x[0], x[1]));
    case Law::closed: {
      const auto xy = run(x[0], x[1]);
      return !xy || !trial.pre || !trial.pre->holds(xy->data());
    }
    default: return {};
  }
}

}  // namespace tutti::op
