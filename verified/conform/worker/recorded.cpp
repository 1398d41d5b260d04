#include "verified/conform/worker/recorded.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "verified/conform/judge/record_note.hpp"
#include "verified/conform/worker/common_start.hpp"
#include "verified/conform/worker/job.hpp"
#include "verified/conform/worker/local.hpp"
#include "verified/conform/worker/messages_sent.hpp"

namespace tutti::mpi::conform {
namespace {

/// Another call, as often as its times are wanted.
class TimedCall : public Call {
 public:
  TimedCall(std::unique_ptr<Call> call, const Group& group) : call_(std::move(call)), group_(group) {}

  void start() override {
    const auto times = CommonStart(group_.comm, group_.rank, group_.size).time({}, [this] {
      call_->start();
      call_->finish();
    });
    error_ = call_->error();
    error_code_ = call_->error_code();
    declined_ = call_->declined();
    if (!times.seconds.empty()) times_ = tutti::conform::summarise(times.seconds, times.late);
  }
  void finish() override {}
  const std::optional<tutti::conform::CallTimes>& times() const { return times_; }

 private:
  std::unique_ptr<Call> call_;
  const Group& group_;
  std::optional<tutti::conform::CallTimes> times_;  ///< at rank 0
};

/// On all ranks at the same time, as where a collective is made of it.
Report time_locally(const Case& c, const Group& world) {
  TimedCall timed(reduce_locally(c), world);
  timed.start();
  Report report;
  if (timed.error()) report.wrong.push_back(*timed.error());
  if (timed.times()) report.notes.push_back(print(*timed.times()));
  return report;
}

Caller caller_of(const Case& c, const Group& world, const Scheduler& scheduler) {
  if (c.schedule.empty()) return call_mpi;
  if (!scheduler) throw std::invalid_argument("this worker was built without our executor");
  return scheduler(c, world);
}

}  // namespace

Report record_digests(const Case& c, Groups& groups) {
  const auto job = Job::make(c, groups.of(c.comm));
  tutti::conform::Digests digests;
  Report report;
  const auto sent_before = messages_sent().value_or(0);
  for (int k = 0; k < tutti::conform::digested_calls; ++k) {
    if (k > 0) job->refill(c.seed);
    job->start();
    job->finish();
    const auto digest = job->digest(report);
    if (!report.wrong.empty() || !report.skipped.empty()) return report;
    if (!digest.empty() && std::ranges::find(digests.different, digest) == digests.different.end())
      digests.different.push_back(digest);
  }
  report.notes.push_back(print(digests));
  if (const auto sent = messages_sent()) report.notes.push_back("messages " + std::to_string(*sent - sent_before));
  return report;
}

Report record_times(const Case& c, Groups& groups, const Scheduler& scheduler) {
  if (clock_stands_still())
    return {.wrong = {}, .skipped = "MPI_Wtime stands still while a rank computes, so nothing can be timed"};
  const auto& world = groups.of(c.comm);
  if (!communicates(c.procedure)) return time_locally(c, world);
  const auto caller = caller_of(c, world, scheduler);
  TimedCall* timed = nullptr;
  const auto job = Job::make(c, world, [&](const Case& which, const Group& group, Arguments arguments) {
    auto call = std::make_unique<TimedCall>(caller(which, group, std::move(arguments)), group);
    timed = call.get();
    return call;
  });
  job->start();
  job->finish();
  Report report;
  job->digest(report);
  if (timed->times()) report.notes.push_back(print(*timed->times()));
  return report;
}

}  // namespace tutti::mpi::conform
