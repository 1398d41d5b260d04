// Barriers: nobody leaves before all have entered.
#pragma once
#include <cstdint>
#include <vector>

#include "verified/conform/worker/job.hpp"

namespace tutti::mpi::conform {

/// Some ranks enter late; when this one leaves, those that must have entered (of an intercommunicator: the other group,
/// MPI 4.0, 6.3) have counted.
class BarrierJob : public Job {
 public:
  /// The counters must be available().
  BarrierJob(const Case& c, const Group& group, const Caller& caller);

  void start() override;
  void finish() override;
  void join(StartedTogether& together) override { call_->join(together); }
  void leave_to(CompletedTogether& together) override { call_->leave_to(together); }
  void refill(std::uint64_t seed) override { seed_ = seed; }
  Report compare() override;
  std::string digest(Report& report) override;

 private:
  std::unique_ptr<Call> call_;
  int communicator_;
  Rank rank_;
  std::vector<Rank> others_;
  std::uint64_t seed_;
  std::int64_t entered_ = 0;
  std::vector<Rank> late_;
};

}  // namespace tutti::mpi::conform
