#include "verified/op/black_box/bench.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verified/op/black_box/compare.hpp"

namespace tutti::op {
namespace {

constexpr std::size_t most_bad_calls = 16;  ///< of a run, each of which costs a process
constexpr std::size_t enough_admitted = 500;
constexpr std::size_t most_drawn = 1 << 20, most_cases = 1024;  ///< leaves and cases in one go
constexpr double deadline_after_a_hang = 0.1;                   ///< which other laws then run into again

int longest(const std::vector<int>& lengths) {
  return lengths.empty() ? 1 : std::max(1, *std::max_element(lengths.begin(), lengths.end()));
}

}  // namespace

Bench::Bench(const Trial& trial)
    : trial_(trial),
      sandbox_(trial.type, trial.function, trial.pre, longest(trial.lengths)),
      drawer_(trial.type, trial.seed, trial.samples),
      tiers_(std::begin(op::tiers), std::end(op::tiers)),
      deadline_(trial.deadline) {
  if (!trial.samples.empty()) tiers_.insert(tiers_.begin(), Tier::recorded);
}

bool Bench::run(const Experiment& experiment, const std::vector<Bytes>& operands, const Judge& judge, bool alone) {
  const std::size_t step = alone ? 1 : sandbox_.capacity(experiment.sequence);
  for (std::size_t begin = 0; begin < operands.size(); begin += step)
    if (!run_some(experiment, operands, begin, std::min(begin + step, operands.size()), judge)) return false;
  return true;
}

bool Bench::run_some(const Experiment& experiment, const std::vector<Bytes>& operands, std::size_t begin,
                     std::size_t end, const Judge& judge) {
  sandbox_.prepare(experiment.sequence, end - begin);
  for (std::size_t i = begin; i < end; ++i) {
    std::byte* cells = sandbox_.cells(i - begin);
    std::copy(operands[i].begin(), operands[i].end(), cells);
    if (experiment.derive) experiment.derive(cells);
  }
  bool is_fine = true;
  std::size_t bad = 0;
  while (is_fine) {
    const auto failure = sandbox_.run(placement, deadline_);
    if (!failure) break;
    record(*failure);
    if (failure->hangs) deadline_ = std::min(deadline_, deadline_after_a_hang);
    is_fine = !failure->hangs && failure->is_known && ++bad < most_bad_calls;
  }
  for (std::size_t i = begin; i < end; ++i)
    if (sandbox_.fate(i - begin) == Fate::done)
      judge(i, {trial_.type, sandbox_.cells(i - begin), sandbox_.admitted(i - begin)});
  return is_fine;
}

void Bench::record(const Failure& failure) {
  if (!failure.is_known) {
    inconclusive_ = failure.says;
    return;
  }
  const Cells cells(trial_.type, sandbox_.cells(failure.at_case), nullptr);
  Bytes operands = cells.bytes(failure.call.in, failure.call.len);
  const Bytes inout = cells.bytes(failure.call.inout, failure.call.len);
  operands.insert(operands.end(), inout.begin(), inout.end());
  bad_calls_.try_emplace(failure.law, BadCall{failure, std::move(operands), placement});
}

std::optional<std::pair<std::size_t, Failure>> Bench::run_until_bad(const BadCall& call, int len,
                                                                    const std::vector<Bytes>& all, double deadline) {
  const CallSequence sequence = one_call(len).sequence;
  const std::size_t step = sandbox_.capacity(sequence);
  for (std::size_t begin = 0; begin < all.size(); begin += step) {
    const auto count = std::min(step, all.size() - begin);
    sandbox_.prepare(sequence, count);
    for (std::size_t i = 0; i < count; ++i) std::copy(all[begin + i].begin(), all[begin + i].end(), sandbox_.cells(i));
    while (const auto failure = sandbox_.run(call.placement, deadline))
      if (failure->law == call.failure.law && failure->hangs == call.failure.hangs && failure->is_known)
        return std::pair(begin + failure->at_case, *failure);
  }
  return {};
}

Bytes Bench::draw(Tier tier, int count) {
  const std::size_t size = trial_.type.size, n = static_cast<std::size_t>(count);
  Bytes elements(n * size);
  if (!trial_.pre) {
    draw_some(tier, n, elements.data());
    return elements;
  }
  const auto& from = admitted(tier);
  if (from.empty()) return {};
  for (std::size_t i = 0; i < n; ++i) {
    const bool repeat = i > 0 && drawer_.below(4) == 0;
    const std::byte* element = repeat ? &elements[drawer_.below(i) * size] : from[drawer_.below(from.size())].data();
    std::copy_n(element, size, &elements[i * size]);
  }
  return elements;
}

void Bench::draw_some(Tier tier, std::size_t n, std::byte* at) {
  drawer_.draw(tier, n, at);
  if (!trial_.ordinary) return;
  for (std::size_t i = 0; i < n; ++i) make_ordinary(trial_.type, at + i * trial_.type.size);
}

const std::vector<Bytes>& Bench::admitted(Tier tier) {
  const auto [found, is_new] = admitted_.try_emplace(tier);
  auto& all = found->second;
  if (!is_new) return all;
  const CallSequence nothing{1, 1, {}};
  for (int round = 0; round < 20 && all.size() < enough_admitted; ++round) {
    const std::size_t count = sandbox_.capacity(nothing);
    sandbox_.prepare(nothing, count);
    for (std::size_t i = 0; i < count; ++i) draw_some(tier, 1, sandbox_.cells(i));
    if (const auto failure = sandbox_.run(placement, trial_.deadline)) record(*failure);
    for (std::size_t i = 0; i < count; ++i)
      if (sandbox_.fate(i) == Fate::done) all.emplace_back(sandbox_.cells(i), sandbox_.cells(i) + trial_.type.size);
  }
  return all;
}

std::size_t Bench::at_once(const Experiment& experiment) const {
  const auto leaves = static_cast<std::size_t>(std::max(experiment.drawn, 1)) * trial_.type.leaves.size();
  return std::clamp<std::size_t>(std::min(sandbox_.capacity(experiment.sequence), most_drawn / leaves), 1, most_cases);
}

const BadCall* Bench::bad_call(Law law) const {
  const auto found = bad_calls_.find(law);
  return found == bad_calls_.end() ? nullptr : &found->second;
}

std::string Bench::tries(std::size_t n) const { return fmt::format("{} tries (seed {})", n, trial_.seed); }

std::vector<Domain> Bench::domains() const {
  if (trial_.type.has_floating()) return {Domain::ieee, Domain::ieee_ordinary};
  return {Domain::exact};
}

}  // namespace tutti::op
