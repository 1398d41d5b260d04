#include "verified/others/onesided_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verified/others/no_schedule.hpp"

namespace tutti::others {

using Kind = Operation::Kind;

OneSidedRun::OneSidedRun(const OneSidedPlan& plan, OneSidedVisitor& visitor, OneSidedEvent stop)
    : plan_(plan),
      visitor_(visitor),
      stop_(stop),
      blocks_(plan.blocks.size()),
      of_rank_(index(plan.ranks)),
      calls_(index(plan.ranks), 0),
      barriers_(plan.barriers.size()),
      packets_(index(plan.ranks), std::vector<int>(index(plan.cells()), 0)) {
  for (int b = 0; b < static_cast<int>(blocks_.size()); ++b) of_rank_[index(plan.blocks[index(b)].rank)].push_back(b);
  for (const auto& semaphore : plan.semaphores) values_.push_back(semaphore.initial);
  for (Rank r = 0; r < plan.ranks; ++r) visitor.begins(r, 0);
  for (bool goes_on = true; goes_on && !visitor.is_satisfied();) {
    goes_on = false;
    for (int b = 0; b < static_cast<int>(blocks_.size()); ++b)
      while (!visitor.is_satisfied() && step(b)) goes_on = true;
    for (Rank r = 0; r < plan.ranks && !visitor.is_satisfied(); ++r)
      if (end_call(r)) goes_on = true;
  }
}

bool OneSidedRun::step(int b) {
  constexpr std::int64_t most = std::int64_t{1} << 32;
  if (++steps_ > most) throw NoSchedule("its threadblocks wait for each other more often than is looked at");
  const auto here = event(b);
  if (is_over(b) || (here.block == stop_.block && here.call == stop_.call && here.at == stop_.at)) return false;
  const auto& o = operation(b);
  const auto value = [&](int s) -> int& { return values_[index(s)]; };
  switch (o.kind) {
    case Kind::sync:
    case Kind::flush: break;
    case Kind::barrier:
      if (!pass(b, o.objects.front())) return false;
      break;
    case Kind::release:
      for (const int s : o.objects) ++value(s);
      break;
    case Kind::acquire:
      if (std::ranges::any_of(o.objects, [&](int s) { return value(s) == 0; })) return false;
      for (const int s : o.objects) --value(s);
      break;
    case Kind::move:
      for (const auto& region : o.reads)
        for (int i = 0; i < region.chunks.count; ++i)
          if (!is_there(region, i, here.call)) return false;
      for (const auto& region : o.writes)
        for (int i = 0; i < region.chunks.count; ++i)
          packet(plan_.in_call(region.chunks, here.call), i) = region.form == Form::data ? 0 : here.call + 1;
  }
  visitor_.happens(here);
  ++blocks_[index(b)].at;
  return true;
}

int& OneSidedRun::packet(const Chunks& at, int i) {
  return packets_[index(at.rank)][index(plan_.cell(at.rank, at.first) + i)];
}

bool OneSidedRun::is_there(const Region& region, int i, int call) const {
  const auto at = plan_.in_call(region.chunks, call);
  return region.form != Form::packets || packets_[index(at.rank)][index(plan_.cell(at.rank, at.first) + i)] == call + 1;
}

bool OneSidedRun::pass(int b, int barrier) {
  auto& block = blocks_[index(b)];
  auto& [come, left] = barriers_[index(barrier)];
  if (!block.has_come) {
    if (left > 0) return false;  // of the time before, some have not left yet
    block.has_come = true;
    ++come;
    visitor_.comes(event(b));
  }
  if (come == plan_.barriers[index(barrier)].members) left = std::exchange(come, 0);
  if (left == 0) return false;
  --left;
  block.has_come = false;
  return true;
}

/// When all threadblocks of a rank are over, the next call begins.
bool OneSidedRun::end_call(Rank r) {
  auto& call = calls_[index(r)];
  if (call == calls_of_a_plan) return false;
  const auto& all = of_rank_[index(r)];
  if (!std::ranges::all_of(all, [&](int b) { return is_over(b); })) return false;
  visitor_.ends(r, call);
  if (++call == calls_of_a_plan || visitor_.is_satisfied()) return true;
  for (const int b : all) blocks_[index(b)].at = 0;
  visitor_.begins(r, call);
  return true;
}

std::optional<std::string> OneSidedRun::stuck() const {
  for (int b = 0; b < static_cast<int>(blocks_.size()); ++b)
    if (!is_over(b)) return name_of(plan_, event(b)) + " waits for " + awaited(b);
  return std::nullopt;
}

std::string OneSidedRun::awaited(int b) const {
  const auto& o = operation(b);
  if (o.kind == Kind::barrier) {
    const int barrier = o.objects.front();
    const auto& name = plan_.barriers[index(barrier)].name;
    const auto all = users(plan_, Kind::barrier);
    for (const auto& [other, count] : all.at(barrier))
      if (other != b && !blocks_[index(other)].has_come)
        return fmt::format("{}, to which {} does not come", name, state(other));
    return name;
  }
  if (o.kind == Kind::acquire)
    for (const int s : o.objects)
      if (values_[index(s)] == 0) {
        const auto by = users(plan_, Kind::release)[s];
        return fmt::format("the {}{}", plan_.semaphores[index(s)].name,
                           by.empty() ? "" : fmt::format(", where {}", state(by.begin()->first)));
      }
  for (const auto& region : o.reads)
    for (int i = 0; i < region.chunks.count; ++i)
      if (!is_there(region, i, call_of(b)))
        return fmt::format("a packet in {}", name_of_chunk(plan_, plan_.in_call(region.chunks, call_of(b)), i));
  return "nobody";
}

std::string OneSidedRun::state(int b) const {
  if (is_over(b))
    return fmt::format("threadblock {} of rank {} is over", plan_.blocks[index(b)].id, plan_.blocks[index(b)].rank);
  return name_of(plan_, event(b)) + " waits itself";
}

std::string name_of(const OneSidedPlan& plan, const OneSidedEvent& event) {
  const auto& block = plan.blocks[index(event.block)];
  const auto& o = block.operations[index(event.at)];
  return fmt::format("rank {}, threadblock {}, op {}{} ({}){}", block.rank, block.id, o.number,
                     o.unit < 0 ? "" : fmt::format(", unit {}", o.unit), o.name,
                     event.call == 0 ? "" : fmt::format(" in call {}", event.call + 1));
}

}  // namespace tutti::others
