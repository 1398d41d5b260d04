#include "verified/baseline/grid.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "verified/baseline/guidelines.hpp"
#include "verified/baseline/recording.hpp"
#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"

namespace tutti::baseline {
namespace {

using conform::Scenario;

constexpr std::array<std::int64_t, 12> usual{8,        64,       512,      2 << 10,   4 << 10,   8 << 10,
                                             16 << 10, 32 << 10, 64 << 10, 128 << 10, 256 << 10, 1 << 20};
constexpr std::size_t every = 3;  // size has more than the usual call
constexpr std::array<std::int64_t, 5> few{8, 512, 8 << 10, 64 << 10, 256 << 10};
const std::string summed = "sum/double", moved = "double";
/// What rounds, what is fused, and what does neither.
constexpr std::array other_loads{"sum/float", "prod/double_complex", "max/double", "sum/int"};

/// The call with the usual load.
Case plain_case(Procedure procedure, int ranks, Scenario scenario) {
  Case c{.procedure = procedure, .ranks = ranks, .scenario = scenario};
  c.load = conform::uses(procedure).operators ? summed : moved;
  return c;
}

/// Once, and if it is legal.
void add(std::vector<Case>& all, const Case& c) {
  if (!conform::why_not(c) && std::ranges::find(all, c) == all.end()) all.push_back(c);
}

/// The same call in other ways.
void add_variants(std::vector<Case>& all, const Case& c, std::int64_t bytes) {
  auto other = c;
  other.in_place = true;
  add(all, other);
  other = c;
  other.root = c.ranks - 1;
  add(all, other);
  if (!conform::combines(c.procedure)) return;
  for (const auto* load : other_loads) {
    other = c;
    other.load = load;
    add(all, with_bytes(other, bytes));
  }
}

/// The launches' own placement first.
std::vector<conform::Nodes> placements(const Grid& grid, int ranks) {
  std::vector<conform::Nodes> all{{}};
  if (grid.nodes < 2) return all;
  for (const auto& nodes : conform::spreads(grid.nodes, ranks))
    if (nodes != conform::Nodes{}) all.push_back(nodes);
  return all;
}

/// To the counts of the same reduction.
void add_sample(std::vector<TreeSamples>& all, Case c) {
  const auto count = std::exchange(c.count, 0);
  auto same = std::ranges::find_if(all, [&](const TreeSamples& s) {
    auto which = s.which;
    which.count = 0;
    return which == c;
  });
  if (same == all.end()) same = all.insert(all.end(), {c, {}});
  auto& counts = same->counts;
  if (const auto at = std::ranges::lower_bound(counts, count); at == counts.end() || *at != count)
    counts.insert(at, count);
  same->which.count = counts.front();
}

/// What stands on the right of guidelines for these procedures, and of further rows for what does.
std::set<Procedure> partners_of(const std::vector<Procedure>& procedures) {
  std::set<Procedure> all(procedures.begin(), procedures.end());
  for (const auto& g : guidelines) {
    if (!all.contains(g.procedure)) continue;
    all.insert(g.by);
    if (g.then) all.insert(*g.then);
  }
  for (const auto p : procedures) all.erase(p);
  return all;
}

}  // namespace

std::vector<Procedure> usual_procedures() {
  std::vector<Procedure> all;
  for (const auto& p : conform::procedures)
    if (p.collective && (!conform::irregular(p.id) || p.id == Procedure::reduce_scatter)) all.push_back(p.id);
  return all;
}

std::vector<std::int64_t> usual_bytes(bool quick) {
  return quick ? std::vector<std::int64_t>(few.begin(), few.end())
               : std::vector<std::int64_t>(usual.begin(), usual.end());
}

std::vector<Case> digest_cases(const Grid& grid) {
  std::vector<Case> all;
  for (const int ranks : grid.ranks)
    for (const auto& nodes : placements(grid, ranks))
      for (const auto procedure : grid.procedures)
        for (std::size_t i = 0; i < grid.bytes.size(); ++i) {
          auto c = with_bytes(plain_case(procedure, ranks, Scenario::digest), grid.bytes[i]);
          c.nodes = nodes;
          add(all, c);
          if (i % every == 0) add_variants(all, c, grid.bytes[i]);
        }
  return all;
}

std::vector<TreeSamples> tree_samples(const Grid& grid) {
  std::vector<TreeSamples> all;
  for (const int ranks : grid.ranks)
    for (const auto& nodes : placements(grid, ranks))
      for (const auto procedure : grid.procedures) {
        if (!conform::combines(procedure)) continue;
        TreeSamples samples{plain_case(procedure, ranks, Scenario::reveal), {}};
        samples.which.nodes = nodes;
        for (const auto bytes : grid.bytes) samples.counts.push_back(with_bytes(samples.which, bytes).count);
        samples.counts.erase(std::unique(samples.counts.begin(), samples.counts.end()), samples.counts.end());
        samples.which.count = samples.counts.front();
        all.push_back(std::move(samples));
      }
  return all;
}

std::optional<Case> revealing_case(const Case& c) {
  const auto load = conform::predefined_named(c.load);
  if (!load || !conform::combines(c.procedure) || exact(load->first, load->second)) return std::nullopt;
  for (const auto& revealing : conform::revealing_loads()) {
    if (!conform::predefined_named(revealing)) continue;
    if (conform::bytes_of_load(revealing) != conform::bytes_of_load(c.load)) continue;
    auto asked = c;
    asked.scenario = Scenario::reveal;
    asked.load = revealing;
    return conform::why_not(asked) ? std::nullopt : std::optional(asked);
  }
  return std::nullopt;
}

std::vector<Case> time_cases(const Grid& grid, int ranks) {
  std::vector<Case> all;
  for (const auto procedure : grid.procedures)
    for (const auto bytes : grid.bytes) add(all, with_bytes(plain_case(procedure, ranks, Scenario::time), bytes));
  if (!grid.is_held_to_guidelines) return all;
  for (std::size_t i = 0; i < grid.bytes.size(); i += every) {
    for (const auto procedure : partners_of(grid.procedures))
      add(all, with_bytes(plain_case(procedure, ranks, Scenario::time), grid.bytes[i]));
    for (const auto procedure : grid.procedures) {
      auto c = with_bytes(plain_case(procedure, ranks, Scenario::time), grid.bytes[i]);
      c.form = conform::Form::nonblocking;
      add(all, c);
    }
  }
  return all;
}

std::vector<Case> control_cases(const std::vector<Case>& timed) {
  constexpr std::size_t one_in = 13;
  std::vector<Case> own, some;
  for (const auto& c : timed)
    if (c.schedule.empty() && c.form == conform::Form::blocking) own.push_back(c);
  for (std::size_t i = 0; i < own.size(); i += one_in) some.push_back(own[i]);
  return some;
}

RecordedCalls calls_of(const Grid& grid) {
  RecordedCalls calls{digest_cases(grid), tree_samples(grid), {}, {}};
  auto half = grid;
  half.bytes.clear();
  for (std::size_t i = 0; i < grid.bytes.size(); i += 2) half.bytes.push_back(grid.bytes[i]);
  half.is_held_to_guidelines = false;
  for (const int ranks : grid.ranks) {
    for (auto& c : time_cases(grid, ranks)) calls.timed.push_back(std::move(c));
    for (auto& c : time_cases(half, ranks)) calls.timed_by_schedules.push_back(std::move(c));
  }
  return calls;
}

RecordedCalls calls_like(const std::vector<Case>& calls) {
  RecordedCalls like;
  for (auto c : calls) {
    if (conform::uses(c.procedure).count && c.count == 0) continue;
    c.scenario = Scenario::digest;
    add(like.digested, c);
    c.scenario = Scenario::time;
    add(like.timed, c);
    c.scenario = Scenario::reveal;
    if (!conform::why_not(c)) add_sample(like.trees, c);
  }
  like.timed_by_schedules = like.timed;
  return like;
}

}  // namespace tutti::baseline
