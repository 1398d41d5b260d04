// pure: whether a call depends on the calls before it, which a second call in the same process may not show.
#include <chrono>

#include "verified/op/black_box/compare.hpp"
#include "verified/op/black_box/search.hpp"
#include "verified/op/black_box/shrink.hpp"

namespace tutti::op {
namespace {

constexpr std::size_t processes = 16;  ///< for each kind of values

class StateSearch {
 public:
  explicit StateSearch(Bench& bench) : bench_(bench) {}

  std::optional<Counterexample> find() {
    for (const Tier tier : bench_.tiers()) {
      std::vector<Bytes> all(processes / 2);
      for (auto& operands : all) operands = bench_.draw(tier, 4);
      if (all[0].empty()) continue;
      const auto bad = first_bad(all);
      if (!bad) continue;
      const FirstBad some = [&](const std::vector<Bytes>& candidates) { return first_bad(candidates); };
      const double seconds = bench_.trial().seconds_to_shrink;
      end_ = Clock::now() + std::chrono::milliseconds(static_cast<int>(1000 * seconds));
      const Bytes smallest = shrink(bench_.trial().type, all[*bad], some, seconds);
      end_ = Clock::time_point::max();
      first_bad({smallest});
      return found_;
    }
    return {};
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// The first operands x, y, u, v for which x ∘ y is one value in a new process and another one after u ∘ v.
  std::optional<std::size_t> first_bad(const std::vector<Bytes>& all) {
    for (std::size_t i = 0; i < all.size() && !hangs_ && Clock::now() < end_; ++i) {
      const auto first = result({{4, 5, {{0, 1, 4}}}, {}, {}, nullptr}, all[i], 4);
      const auto later = result({{4, 6, {{2, 3, 4}, {0, 1, 5}}}, {}, {}, nullptr}, all[i], 5);
      if (!first || !later) continue;
      if (!first_difference(bench_.trial().type, first->data(), later->data(), false)) continue;
      found_ = shown_with(all[i], *first, *later);
      return i;
    }
    return {};
  }

  std::optional<Bytes> result(const Experiment& calls, const Bytes& operands, int cell) {
    std::optional<Bytes> bytes;
    hangs_ = !bench_.run(calls, {operands}, [&](std::size_t, const Cells& cells) { bytes = cells.bytes(cell, 1); });
    return bytes;
  }

  Counterexample shown_with(const Bytes& operands, const Bytes& first, const Bytes& later) const {
    Counterexample c;
    auto at = operands.begin();
    for (const char* name : {"x", "y", "u", "v"}) {
      const auto next = at + static_cast<std::ptrdiff_t>(bench_.trial().type.size);
      c.operands.emplace_back(name, Bytes(at, next));
      at = next;
    }
    c.results = {{"x ∘ y in a new process", first}, {"x ∘ y after u ∘ v", later}};
    c.says = "it depends on the calls before";
    return c;
  }

  Bench& bench_;
  Clock::time_point end_ = Clock::time_point::max();
  bool hangs_ = false;
  std::optional<Counterexample> found_;
};

}  // namespace

std::vector<LawFinding> search_state(Bench& bench) {
  const Trial& trial = bench.trial();
  auto findings = search(bench, Law::pure, experiments_of(Law::pure, trial.type, trial.equal_by_value, trial.lengths));
  const bool is_open = findings[0].answer == Answer::unknown && !bench.inconclusive();
  const auto counterexample = is_open ? StateSearch(bench).find() : std::nullopt;
  if (!counterexample) return findings;
  for (LawFinding& f : findings) {
    f.answer = Answer::refuted;
    f.why = "found in processes of their own";
    f.counterexample = counterexample;
  }
  return findings;
}

}  // namespace tutti::op
