#include "verified/conform/judge/reduction_plan.hpp"

#include <algorithm>
#include <numeric>

namespace tutti::conform {
namespace {

std::int64_t sum(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::vector<std::int64_t> irregular_counts(std::int64_t count, int blocks) {
  std::vector<std::int64_t> counts;
  for (int b = 0; b < blocks; ++b) counts.push_back(count * (b % (most_multiple + 1)));
  return counts;
}

/// The counts of the blocks that the group of that number receives.
std::vector<std::int64_t> block_counts(const Case& c, const GroupSizes& members, int group) {
  const int size = members.size(group), remote_size = members.size(1 - group);
  if (!c.irregular)
    return std::vector<std::int64_t>(static_cast<std::size_t>(size), members.inter() ? c.count * remote_size : c.count);
  auto counts = irregular_counts(c.count, size);
  if (members.inter())
    counts.back() += std::max<std::int64_t>(0, sum(irregular_counts(c.count, remote_size)) - sum(counts));
  return counts;
}

}  // namespace

ReductionPlan plan_reduction(const Case& c, const GroupSizes& members, const Process& self) {
  const auto id = *row(c.procedure).collective;
  const auto& collective = tutti::row(id);
  ReductionPlan plan;
  plan.contributes = contributes(id, members, self);
  plan.due = combined(id, members, c.root, self);
  plan.in_place = c.in_place && !members.inter() && (!collective.rooted() || self.rank == c.root);
  plan.total = plan.result = c.count;
  plan.first = 0;
  plan.counts = {c.count};
  if (collective.result != Result::own_block) return plan;
  const auto counts = block_counts(c, members, self.group);
  plan.total = sum(counts);
  plan.first = std::accumulate(counts.begin(), counts.begin() + self.rank, std::int64_t{0});
  plan.result = counts[static_cast<std::size_t>(self.rank)];
  plan.counts = c.procedure == Procedure::reduce_scatter ? counts : std::vector{plan.result};
  return plan;
}

}  // namespace tutti::conform
