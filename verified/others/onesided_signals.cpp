#include "verified/others/onesided_signals.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace tutti::others {
namespace {

std::string threadblocks(const OneSidedPlan& plan, const std::map<int, int>& blocks) {
  std::vector<std::string> names;
  for (const auto& [b, count] : blocks)
    names.push_back(fmt::format("threadblock {} of rank {}", plan.blocks[index(b)].id, plan.blocks[index(b)].rank));
  return fmt::format("{}", fmt::join(names, " and "));
}

}  // namespace

Users users(const OneSidedPlan& plan, Operation::Kind kind) {
  Users all;
  for (std::size_t b = 0; b < plan.blocks.size(); ++b)
    for (const auto& o : plan.blocks[b].operations)
      if (o.kind == kind)
        for (const int object : o.objects) ++all[object][static_cast<int>(b)];
  return all;
}

int total(const std::map<int, int>& counts) {
  int all = 0;
  for (const auto& [block, count] : counts) all += count;
  return all;
}

std::optional<PlanFault> find_unmatched_signals(const OneSidedPlan& plan) {
  using Kind = Operation::Kind;
  const auto malformed = [](std::string text) { return PlanFault{Fault::malformed, std::move(text)}; };
  auto released = users(plan, Kind::release), acquired = users(plan, Kind::acquire);
  for (int s = 0; s < static_cast<int>(plan.semaphores.size()); ++s) {
    const auto& semaphore = plan.semaphores[index(s)];
    const auto &by = released[s], &for_whom = acquired[s];
    if (for_whom.size() > 1)
      return malformed(fmt::format("{} wait for the {}; one must", threadblocks(plan, for_whom), semaphore.name));
    if (semaphore.is_channel && by.size() > 1)
      return malformed(fmt::format("{} signal by the {}; one must", threadblocks(plan, by), semaphore.name));
    if (const int up = total(by), down = total(for_whom); up != down)
      return malformed(fmt::format("the {} is {} {} times in a call, and waited for {} times", semaphore.name,
                                   semaphore.is_channel ? "signalled" : "released", up, down));
  }
  for (const auto& [barrier, blocks] : users(plan, Kind::barrier))
    if (const int due = plan.barriers[index(barrier)].members; static_cast<int>(blocks.size()) != due)
      return malformed(fmt::format("{} is for {} threadblocks, and {} come{} to it", plan.barriers[index(barrier)].name,
                                   due, threadblocks(plan, blocks), blocks.size() == 1 ? "s" : ""));
  return std::nullopt;
}

}  // namespace tutti::others
