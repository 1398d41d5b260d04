#include "verified/conform/worker/barrier_job.hpp"

#include <string>

#include "verified/conform/case/mix.hpp"
#include "verified/conform/worker/barrier_counters.hpp"
#include "verified/conform/worker/dawdle.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Kind;
using tutti::conform::mix;

namespace {

constexpr unsigned most_microseconds = 1000;

std::string print(const std::vector<Rank>& ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < ranks.size(); ++i) text += (i ? ", " : "") + std::to_string(ranks[i]);
  return text;
}

}  // namespace

BarrierJob::BarrierJob(const Case& c, const Group& group, const Caller& caller)
    : call_(caller(c, group, {.comm = group.comm})),
      communicator_(group.number),
      rank_(group.rank),
      others_(group.inter() ? group.remote_in_world : group.in_world),
      seed_(c.seed) {}

void BarrierJob::start() {
  dawdle(mix(mix(seed_) + static_cast<std::uint64_t>(rank_)), most_microseconds);
  entered_ = BarrierCounters::enter(communicator_);
  call_->start();
}

void BarrierJob::finish() {
  call_->finish();
  late_ = BarrierCounters::missing(communicator_, others_, entered_);
}

std::string BarrierJob::digest(Report& report) {
  if (call_->error()) report.wrong.push_back(*call_->error());
  return {};
}

Report BarrierJob::compare() {
  if (call_->declined()) return {.wrong = {}, .skipped = call_->error()->text};
  Report report;
  if (const auto elsewhere = BarrierCounters::elsewhere(others_); !elsewhere.empty())
    report.notes.push_back("not checked against " + print(elsewhere) + " of the world, on another machine");
  if (call_->error()) report.wrong.push_back(*call_->error());
  if (!late_.empty())
    report.wrong.push_back({Kind::early, "left before " + print(late_) + " of the world had entered"});
  return report;
}

}  // namespace tutti::mpi::conform
