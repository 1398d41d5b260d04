#include "verified/baseline/grid.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "verified/baseline/recording.hpp"
#include "verified/conform/case/legal.hpp"

namespace tutti::baseline {
namespace {

using conform::Scenario;

constexpr std::array<std::int64_t, 12> usual{8,        64,       512,      2 << 10,   4 << 10,   8 << 10,
                                             16 << 10, 32 << 10, 64 << 10, 128 << 10, 256 << 10, 1 << 20};
constexpr std::array<std::int64_t, 5> few{8, 512, 8 << 10, 64 << 10, 256 << 10};
const std::string summed = "sum/double", moved = "double";
/// What rounds, what is fused, and what does neither.
constexpr std::array other_loads{"sum/float", "prod/double_complex", "max/double", "sum/int"};

/// The call with the usual load.
Case plain_case(Procedure procedure, int ranks, Scenario scenario) {
  Case c{.procedure = procedure, .ranks = ranks, .scenario = scenario};
  c.load = conform::combines(procedure) ? summed : moved;
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
  constexpr std::size_t every = 3;
  std::vector<Case> all;
  for (const int ranks : grid.ranks)
    for (const auto procedure : grid.procedures)
      for (std::size_t i = 0; i < grid.bytes.size(); ++i) {
        const auto c = with_bytes(plain_case(procedure, ranks, Scenario::digest), grid.bytes[i]);
        add(all, c);
        if (i % every == 0) add_variants(all, c, grid.bytes[i]);
      }
  return all;
}

std::vector<TreeSamples> tree_samples(const Grid& grid) {
  std::vector<TreeSamples> all;
  for (const int ranks : grid.ranks)
    for (const auto procedure : grid.procedures) {
      if (!conform::combines(procedure)) continue;
      TreeSamples samples{plain_case(procedure, ranks, Scenario::reveal), {}};
      for (const auto bytes : grid.bytes) samples.counts.push_back(with_bytes(samples.which, bytes).count);
      samples.counts.erase(std::unique(samples.counts.begin(), samples.counts.end()), samples.counts.end());
      samples.which.count = samples.counts.front();
      all.push_back(std::move(samples));
    }
  return all;
}

std::vector<Case> time_cases(const Grid& grid, int ranks) {
  std::vector<Case> all;
  for (const auto procedure : grid.procedures)
    for (const auto bytes : grid.bytes) add(all, with_bytes(plain_case(procedure, ranks, Scenario::time), bytes));
  return all;
}

std::vector<Case> control_cases(const std::vector<Case>& timed) {
  constexpr std::size_t one_in = 12;
  std::vector<Case> some;
  for (std::size_t i = 0; i < timed.size(); i += one_in + 1) some.push_back(timed[i]);
  return some;
}

}  // namespace tutti::baseline
