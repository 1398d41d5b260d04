#include "verified/conform/worker/reduction_plan.hpp"

#include <algorithm>
#include <numeric>

namespace tutti::mpi::conform {

using tutti::conform::Case;
using tutti::conform::Procedure;

namespace {

std::int64_t sum(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::vector<std::int64_t> irregular_counts(std::int64_t count, int blocks) {
  std::vector<std::int64_t> counts;
  for (int b = 0; b < blocks; ++b) counts.push_back(count * (b % (tutti::conform::most_multiple + 1)));
  return counts;
}

/// The counts of the blocks that this rank's group receives.
std::vector<std::int64_t> block_counts(const Case& c, const Group& group) {
  if (!c.irregular)
    return std::vector<std::int64_t>(static_cast<std::size_t>(group.size),
                                     group.inter() ? c.count * group.remote_size : c.count);
  auto counts = irregular_counts(c.count, group.size);
  if (group.inter())
    counts.back() += std::max<std::int64_t>(0, sum(irregular_counts(c.count, group.remote_size)) - sum(counts));
  return counts;
}

}  // namespace

ReductionPlan plan_reduction(const Case& c, const Group& group) {
  const auto id = *row(c.procedure).collective;
  const auto& collective = tutti::row(id);
  ReductionPlan plan;
  plan.contributes = contributes(id, group.members(), group.self());
  plan.due = combined(id, group.members(), c.root, group.self());
  plan.in_place = c.in_place && !group.inter() && (!collective.rooted() || group.rank == c.root);
  plan.total = plan.result = c.count;
  plan.first = 0;
  plan.counts = {c.count};
  if (collective.result != Result::own_block) return plan;
  const auto counts = block_counts(c, group);
  plan.total = sum(counts);
  plan.first = std::accumulate(counts.begin(), counts.begin() + group.rank, std::int64_t{0});
  plan.result = counts[static_cast<std::size_t>(group.rank)];
  plan.counts = c.procedure == Procedure::reduce_scatter ? counts : std::vector{plan.result};
  return plan;
}

}  // namespace tutti::mpi::conform
