#include "verified/choose/select.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "verified/check/memory.hpp"
#include "verified/check/rules/proved.hpp"

namespace tutti {
namespace {

constexpr double equally_fast = 1e-9;           // relative: rounding must not decide
constexpr double largest = 1024.0 * (1 << 30);  // bytes: 1 TiB
constexpr double largest_compared = 1 << 30;    // bytes, where candidates of one tree are

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

/// Whether a proof of the whole schedule fits into the memory of a rank.
bool fits_memory(const Candidate& c, int p) try {
  return bytes_to_prove(*c.algorithm, {.ranks = p, .shape = c.shape}) <= Prover::most_bytes;
} catch (const NoSchedule&) {
  return false;
}

/// Keeps those whose time is stated and that a rank comes to run, by its rules or a proof of the whole schedule, unless
/// there are none; says whether it does.
bool keep_known(std::vector<Candidate>& all, int p) {
  std::map<const Algorithm*, bool> by_rules;
  const auto is_known = [&](const Candidate& c) {
    const auto [at, is_new] = by_rules.try_emplace(c.algorithm);
    if (is_new) at->second = rules::proved_up_to(*c.algorithm) >= p;
    return c.algorithm->cost.claims() && (at->second || fits_memory(c, p));
  };
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

void check_root(const SelectorCall& call) {
  if (call.ranks < 1 || call.root < 0 || call.root >= call.ranks)
    throw std::invalid_argument(fmt::format("root {} is outside of {} ranks", call.root, call.ranks));
}

bool states_for_every_root(const Candidate& c) {
  const auto& cost = c.algorithm->cost;
  return cost.claims() && !cost.speaks_of_root();
}

/// Those that the call allows.
std::vector<Candidate> suitable(const SelectorCall& call) {
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
  for (const int part :
       {call.ranks, call.root, call.one_tree * 4 + call.satisfied.associative * 2 + call.satisfied.commutative})
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
  if (at == tables_.end()) at = tables_.emplace(call, made_table(call)).first;
  return *at->second;
}

std::shared_ptr<const Selector::Table> Selector::made_table(const SelectorCall& call) {
  check_root(call);
  auto of_first = call;
  of_first.root = 0;
  if (const auto known = tables_.find(of_first); known != tables_.end() && known->second->for_every_root)
    return known->second;
  auto table = unfilled(call);
  if (table.for_every_root && call.root != 0) {
    static_cast<void>(table_of(of_first));
    return tables_.at(of_first);
  }
  fill(table, call);
  return std::make_shared<const Table>(std::move(table));
}

const Candidate& Selector::fastest(const SelectorCall& call, double bytes) & {
  const auto& thresholds = table_of(call).thresholds;
  const auto above = std::ranges::upper_bound(thresholds.begin() + 1, thresholds.end(), bytes, {}, &Threshold::bytes);
  return *std::prev(above)->fastest;
}

bool Selector::native_is_faster(const SelectorCall& call, double bytes) {
  if (call.one_tree) return false;
  const auto* const chosen = &fastest(call, bytes);
  const auto& table = table_of(call);
  if (table.rivals.empty() || !table.rivals.back()->is_native()) return false;
  const auto& entry = *table.measured[static_cast<std::size_t>(chosen - table.candidates.data())];
  return worst_ratio(*table.rivals.back(), table.rivals, bytes) < worst_ratio(entry, table.rivals, bytes);
}

Selector::Table Selector::unfilled(const SelectorCall& call) {
  using By = Table::By;
  Table table{.candidates = suitable(call),
              .measured = {},
              .rivals = {},
              .priced_by = By::replay,
              .for_every_root = false,
              .thresholds = {}};
  const bool known = call.ranks > Prover::proved_whole && keep_known(table.candidates, call.ranks);
  if (call.one_tree) keep_one_tree(table.candidates, call);
  if (keep_measured(table.candidates, find_measured(measured_, call.collective, call.ranks)))
    table.priced_by = By::measurement;
  else if (known && model_ == Model::papers)
    table.priced_by = By::statement;
  const bool has_same_candidates = !call.one_tree || !row(call.collective).rooted();
  table.for_every_root = has_same_candidates &&
                         (table.priced_by == By::measurement ||
                          (model_ == Model::papers && std::ranges::all_of(table.candidates, states_for_every_root)));
  return table;
}

const Selector::OneTree& Selector::one_tree_of(const SelectorCall& call, const std::vector<Candidate>& all) {
  auto of_first = call;
  of_first.root = 0;
  auto at = one_trees_.find(of_first);
  if (at == one_trees_.end()) at = one_trees_.emplace(of_first, made_one_tree(of_first, all)).first;
  return at->second;
}

Selector::OneTree Selector::made_one_tree(const SelectorCall& call, const std::vector<Candidate>& all) {
  auto finder = std::make_unique<ResultTreeFinder>(call.ranks);
  std::vector<OneTree> groups;
  for (const auto& c : all) {
    if (const auto trees = finder->find(c, call.root)) {
      const auto same = std::ranges::find(groups, *trees, &OneTree::trees);
      if (same == groups.end())
        groups.push_back({.finder = nullptr, .trees = *trees, .candidates = {c}});
      else
        same->candidates.push_back(c);
    } else if (has_one_block(c, call.ranks) && !row(call.collective).rooted()) {
      groups.push_back({.finder = nullptr, .trees = {}, .candidates = {c}});
    }
  }
  if (groups.empty())
    throw std::invalid_argument(
        fmt::format("no algorithm of {} combines in one tree on {} ranks", row(call.collective).name, call.ranks));
  if (!by_default_prices_) by_default_prices_ = std::make_unique<Selector>(default_profile(), Model::papers);
  auto& chosen = groups[by_default_prices_->least_slow(call, groups)];
  chosen.finder = std::move(finder);
  return std::move(chosen);
}

std::size_t Selector::least_slow(SelectorCall call, const std::vector<OneTree>& groups) {
  call.one_tree = false;
  const auto& table = table_of(call);
  std::vector<double> worst(groups.size());
  for (double bytes = 8; bytes <= largest_compared; bytes *= 2) {
    const auto slowness = slowness_of(table, call, bytes);
    const auto fastest = std::ranges::min(slowness);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      double of_group = std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < slowness.size(); ++i)
        if (std::ranges::find(groups[g].candidates, table.candidates[i]) != groups[g].candidates.end())
          of_group = std::min(of_group, slowness[i]);
      worst[g] = std::max(worst[g], of_group / fastest);
    }
  }
  return fastest_of(worst);
}

void Selector::keep_one_tree(std::vector<Candidate>& all, const SelectorCall& call) {
  const auto& chosen = one_tree_of(call, all);
  all = chosen.candidates;
  if (call.root != 0)
    std::erase_if(all, [&](const Candidate& c) { return chosen.finder->find(c, call.root) != chosen.trees; });
  if (all.empty())
    throw std::invalid_argument(
        fmt::format("no algorithm of {} combines on {} ranks for root {} in the tree that it has for root 0",
                    row(call.collective).name, call.ranks, call.root));
}

std::vector<double> Selector::slowness_of(const Table& table, const SelectorCall& call, double bytes) {
  using By = Table::By;
  std::vector<double> slowness;
  for (std::size_t i = 0; i < table.candidates.size(); ++i)
    slowness.push_back(table.priced_by == By::measurement ? worst_ratio(*table.measured[i], table.rivals, bytes)
                       : table.priced_by == By::statement
                           ? stated(table.candidates[i], call, bytes)
                           : by_replay_.seconds(table.candidates[i], call.ranks, call.root, bytes));
  return slowness;
}

void Selector::fill(Table& table, const SelectorCall& call) {
  using By = Table::By;
  sort_by_preference(table.candidates, call.ranks, call.root);
  if (const auto* const measured = find_measured(measured_, call.collective, call.ranks);
      table.priced_by == By::measurement) {
    for (const auto& c : table.candidates) table.measured.push_back(entry_of(c, *measured));
    table.rivals = table.measured;
    const auto native = std::ranges::find_if(measured->candidates, &MeasuredCandidate::is_native);
    if (native != measured->candidates.end()) table.rivals.push_back(&*native);
  }
  const auto fastest_at = [&](double bytes) { return &table.candidates[fastest_of(slowness_of(table, call, bytes))]; };
  const auto add = [&](double bytes, const Candidate* c) { table.thresholds.push_back({bytes, c}); };
  double low = 0;
  const Candidate* at_low = fastest_at(low);
  add(low, at_low);
  for (const double high : looked_at(table, call)) {
    const Candidate* at_high = fastest_at(high);
    find_changes(low, at_low, high, at_high, fastest_at, add);
    low = high;
    at_low = at_high;
  }
}

std::set<double> Selector::looked_at(const Table& table, const SelectorCall& call) {
  std::set<double> all;
  for (double bytes = 1; bytes <= largest; bytes *= 2) all.insert(bytes);
  if (table.priced_by != Table::By::replay) return all;
  for (const auto& c : table.candidates)
    for (const double jump : by_replay_.jumps(c, call.ranks, call.root))
      if (const double at = std::ceil(jump); at < largest) all.insert({at - 1, at});
  return all;
}

}  // namespace tutti
