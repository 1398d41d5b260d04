#include "verified/choose/select.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>

#include "verified/check/rules/proved.hpp"
namespace tutti {
namespace {

constexpr double equally_fast = 1e-9;           // relative: rounding must not decide
constexpr double largest = 1024.0 * (1 << 30);  // bytes: 1 TiB

/// Calls found(bytes, value) for each size in (low, high] at which the value of `at` changes, to 1 % or to one byte.
template <class Value, class At, class Found>
void find_changes(double low, Value at_low, double high, Value at_high, const At& at, const Found& found) {
  if (at_low == at_high) return;
  if (high - low <= std::max(1.0, low / 128)) return found(high, at_high);
  const double middle = (low + high) / 2;
  const Value at_middle = at(middle);
  find_changes(low, at_low, middle, at_middle, at, found);
  find_changes(middle, at_middle, high, at_high, at, found);
}

/// Vectors that all ranks together copy inside themselves; of many ranks, those that the root copies.
double copies(const Candidate& c, int p, Rank root) try {
  const Rank only = p > Prover::proved_whole ? root : -1;
  const auto schedule = c.algorithm->schedule({.ranks = p, .root = root, .only = only, .shape = c.shape});
  std::int64_t blocks = 0;
  for (const auto& round : schedule.rounds)
    for (const auto& step : round.steps)
      if (step.from == step.to && step.action == Action::replace) blocks += step.blocks.count;
  return blocks == 0 ? 0 : static_cast<double>(blocks) / schedule.parts();
} catch (const NoSchedule& none) {
  throw NotProved(none.what());
}

/// Keeps those whose rules are proved for p ranks and whose time is stated, unless there are none; says whether it
/// does.
bool keep_known(std::vector<Candidate>& all, int p) {
  std::map<const Algorithm*, bool> known;
  for (const auto& c : all) {
    const auto [at, is_new] = known.try_emplace(c.algorithm);
    if (is_new) at->second = c.algorithm->cost.claims() && rules::proved_up_to(*c.algorithm) >= p;
  }
  const auto is_known = [&](const Candidate& c) { return known.at(c.algorithm); };
  if (std::ranges::none_of(all, is_known)) return false;
  std::erase_if(all, std::not_fn(is_known));
  return true;
}

/// The entry of a candidate among those that were measured, or null.
const MeasuredCandidate* entry_of(const Candidate& c, const MeasuredCollective& measured) {
  const auto at = std::ranges::find_if(measured.candidates, [&](const MeasuredCandidate& m) {
    return m.algorithm == c.algorithm->name && m.shape == c.shape;
  });
  return at == measured.candidates.end() ? nullptr : &*at;
}

/// Keeps those that were measured, unless there are none; says whether it does.
bool keep_measured(std::vector<Candidate>& all, const MeasuredCollective* measured) {
  if (!measured) return false;
  const auto is_measured = [&](const Candidate& c) { return entry_of(c, *measured) != nullptr; };
  if (std::ranges::none_of(all, is_measured)) return false;
  std::erase_if(all, std::not_fn(is_measured));
  return true;
}

/// Those that the call allows.
std::vector<Candidate> suitable(const SelectorCall& call) {
  if (call.ranks < 1 || call.root < 0 || call.root >= call.ranks)
    throw std::invalid_argument(fmt::format("root {} is outside of {} ranks", call.root, call.ranks));
  auto all = candidates(call.collective, call.ranks);
  if (row(call.collective).combines())
    std::erase_if(all, [&](const Candidate& c) { return !call.satisfied.covers(c.algorithm->needs); });
  if (all.empty())
    throw std::invalid_argument(fmt::format("no algorithm of {} has a schedule for {} ranks and such an operator",
                                            row(call.collective).name, call.ranks));
  return all;
}

}  // namespace

void sort_by_preference(std::vector<Candidate>& candidates, int p, Rank root) {
  std::vector<std::pair<double, Candidate>> keyed;
  for (auto& c : candidates) keyed.emplace_back(copies(c, p, root), std::move(c));
  std::ranges::stable_sort(keyed, {}, &std::pair<double, Candidate>::first);
  std::ranges::transform(keyed, candidates.begin(), [](auto& k) { return std::move(k.second); });
}

std::size_t fastest_of(std::span<const double> seconds) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < seconds.size(); ++i)
    if (seconds[i] < seconds[best] * (1 - equally_fast)) best = i;
  return best;
}

std::size_t Selector::Hash::operator()(const SelectorCall& call) const {
  constexpr std::size_t odd = 0x9E3779B97F4A7C15;  // spreads what it multiplies over all bits
  std::size_t h = static_cast<std::size_t>(call.collective);
  for (const int part : {call.ranks, call.root, call.satisfied.associative * 2 + call.satisfied.commutative})
    h = (h ^ static_cast<std::size_t>(part)) * odd;
  return h ^ h >> 32;
}

Selector::Selector(const Profile& profile, Model model)
    : by_replay_(profile, model), measured_(profile.measured), prices_(profile.prices), model_(model) {}

double Selector::stated(const Candidate& c, const SelectorCall& call, double bytes) {
  auto at = formulas_.find(c.algorithm);
  if (at == formulas_.end()) at = formulas_.try_emplace(c.algorithm, c.algorithm->name, c.algorithm->cost).first;
  return at->second.claimed({.ranks = call.ranks,
                             .root = call.root,
                             .bytes = call.collective == Collective::barrier ? 0 : bytes,
                             .prices = prices_,
                             .shape = c.shape});
}

const Selector::Table& Selector::table_of(const SelectorCall& call) {
  auto at = tables_.find(call);
  if (at == tables_.end()) {
    Table table;
    fill(table, call);
    at = tables_.emplace(call, std::move(table)).first;
  }
  return at->second;
}

const Candidate& Selector::fastest(const SelectorCall& call, double bytes) & {
  const auto& thresholds = table_of(call).thresholds;
  const auto above = std::ranges::upper_bound(thresholds.begin() + 1, thresholds.end(), bytes, {}, &Threshold::bytes);
  return *std::prev(above)->fastest;
}

bool Selector::native_is_faster(const SelectorCall& call, double bytes) {
  const auto* const chosen = &fastest(call, bytes);
  const auto& [candidates, times, thresholds] = table_of(call);
  const auto* const measured = find_measured(measured_, call.collective, call.ranks);
  if (times.empty() || !measured) return false;
  const auto native = std::ranges::find_if(measured->candidates, &MeasuredCandidate::is_native);
  return native != measured->candidates.end() &&
         native->seconds(bytes) < times[static_cast<std::size_t>(chosen - candidates.data())]->seconds(bytes);
}

void Selector::fill(Table& table, const SelectorCall& call) {
  table.candidates = suitable(call);
  const auto* const measured = find_measured(measured_, call.collective, call.ranks);
  const bool known = call.ranks > Prover::proved_whole && keep_known(table.candidates, call.ranks);
  const bool are_measured = keep_measured(table.candidates, measured);
  const bool as_stated = known && model_ == Model::papers;
  sort_by_preference(table.candidates, call.ranks, call.root);
  if (are_measured)
    for (const auto& c : table.candidates) table.measured.push_back(entry_of(c, *measured));
  std::vector<double> seconds(table.candidates.size());
  const auto fastest_at = [&](double bytes) {
    for (std::size_t i = 0; i < seconds.size(); ++i)
      seconds[i] = are_measured ? table.measured[i]->seconds(bytes)
                   : as_stated  ? stated(table.candidates[i], call, bytes)
                                : by_replay_.seconds(table.candidates[i], call.ranks, call.root, bytes);
    return &table.candidates[fastest_of(seconds)];
  };
  const auto add = [&](double bytes, const Candidate* c) { table.thresholds.push_back({bytes, c}); };
  double low = 0;
  const Candidate* at_low = fastest_at(low);
  add(low, at_low);
  for (double high = 1; high <= largest; high *= 2) {
    const Candidate* at_high = fastest_at(high);
    find_changes(low, at_low, high, at_high, fastest_at, add);
    low = high;
    at_low = at_high;
  }
}

}  // namespace tutti
