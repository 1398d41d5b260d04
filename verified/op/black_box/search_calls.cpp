// memory and total: calls that go wrong.
#include <algorithm>
#include <chrono>

#include "verified/op/black_box/search.hpp"
#include "verified/op/black_box/shrink.hpp"

namespace tutti::op {
namespace {

constexpr double shorter_deadline = 0.1;  ///< while a hang is made smaller
constexpr double times_longer = 3;        ///< for which that may take
/// Lets the operator write what MPI forbids, so that the other laws can be asked.
constexpr Placement lenient{false, false};

Bytes truncated(const Bytes& operands, std::size_t size, int len) {
  const std::size_t half = operands.size() / 2, n = size * static_cast<std::size_t>(len);
  Bytes shorter(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(n));
  shorter.insert(shorter.end(), operands.begin() + static_cast<std::ptrdiff_t>(half),
                 operands.begin() + static_cast<std::ptrdiff_t>(half + n));
  return shorter;
}

/// The shortest vectors with the simplest values that go wrong in the same way. Absent where nothing hangs again.
std::optional<BadCall> smallest(Bench& bench, const BadCall& found) {
  const Type& type = bench.trial().type;
  const bool hangs = found.failure.hangs;
  const double deadline = hangs ? std::min(shorter_deadline, bench.trial().deadline) : bench.trial().deadline;
  int len = found.failure.call.len;
  Bytes operands = found.operands;
  for (int shorter = 1; shorter < len; ++shorter) {
    Bytes some = truncated(operands, type.size, shorter);
    if (!bench.run_until_bad(found, shorter, {some}, deadline)) continue;
    operands = std::move(some);
    len = shorter;
  }
  const FirstBad first_bad = [&](const std::vector<Bytes>& all) -> std::optional<std::size_t> {
    const auto bad = bench.run_until_bad(found, len, all, deadline);
    return bad ? std::optional(bad->first) : std::nullopt;
  };
  operands = shrink(type, std::move(operands), first_bad, bench.trial().seconds_to_shrink * (hangs ? times_longer : 1));
  const auto goes_wrong = [&](int of_len, const Bytes& of) {
    return bench.run_until_bad(found, of_len, {of}, bench.trial().deadline);
  };
  const auto confirmed = goes_wrong(len, operands);
  if (!confirmed && hangs && !goes_wrong(found.failure.call.len, found.operands)) return {};
  if (!confirmed) return found;
  BadCall small{confirmed->second, std::move(operands), found.placement};
  small.failure.call.len = len;
  return small;
}

}  // namespace

LawFinding finding_of_bad_call(Bench& bench, Law law, std::size_t tries) {
  const auto start = std::chrono::steady_clock::now();
  LawFinding f{law, bench.domains()[0], Answer::unknown, "", bench.tries(tries), 0, {}};
  const BadCall* found = bench.bad_call(law);
  if (!found) {
    f.why = bench.inconclusive() ? *bench.inconclusive() : "no counterexample in " + bench.tries(tries);
    return f;
  }
  const auto small = smallest(bench, *found);
  if (!small) {
    f.why = "a call was not over in time once, and was when asked again";
    return f;
  }
  const auto& operands = small->operands;
  const auto half = operands.begin() + static_cast<std::ptrdiff_t>(operands.size() / 2);
  f.answer = Answer::refuted;
  f.confirmed = true;
  f.hangs = small->failure.hangs;
  f.counterexample = Counterexample{
      {{"invec", {operands.begin(), half}}, {"inoutvec", {half, operands.end()}}}, {}, small->failure.says};
  f.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return f;
}

std::vector<LawFinding> search_bad_calls(Bench& bench) {
  const Trial& trial = bench.trial();
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(trial.seconds_for_a_law);
  const auto share =
      static_cast<std::size_t>(trial.tries) / (2 * bench.tiers().size() * (trial.lengths.size() + 1)) + 1;
  std::size_t tries = 0;
  const auto is_over = [&] {
    const BadCall* total = bench.bad_call(Law::total);
    return (total && (bench.bad_call(Law::memory) || total->failure.hangs)) || bench.inconclusive() ||
           std::chrono::steady_clock::now() > end;
  };
  for (const Tier tier : bench.tiers()) {
    for (const int len : trial.lengths) {
      for (const bool at_end : {true, false}) {
        if (is_over()) break;
        bench.placement = bench.bad_call(Law::memory) ? lenient : Placement{at_end, true};
        std::vector<Bytes> operands(std::min(share, bench.at_once(one_call(len))));
        for (auto& o : operands) o = bench.draw(tier, 2 * len);
        if (operands[0].empty()) continue;
        tries += operands.size();
        bench.run(one_call(len), operands, [](std::size_t, const Cells&) {});
      }
    }
  }
  bench.placement = bench.bad_call(Law::memory) ? lenient : Placement{};
  return {finding_of_bad_call(bench, Law::memory, tries), finding_of_bad_call(bench, Law::total, tries)};
}

}  // namespace tutti::op
