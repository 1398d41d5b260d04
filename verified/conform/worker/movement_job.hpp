// Data movement: random bytes in every block, and every byte of the receive buffer compared with the model.
#pragma once
#include "verified/conform/worker/buffered_job.hpp"
#include "verified/conform/worker/difference.hpp"
#include "verified/conform/worker/movement_plan.hpp"

namespace tutti::mpi::conform {

class MovementJob : public BufferedJob {
 public:
  MovementJob(const Case& c, const Group& group, const Caller& caller);

  void refill(std::uint64_t seed) override;
  Report compare() override;

 private:
  bool is_untouched() override;
  std::string digest_of_result() override;
  void fill();
  ExpectedBuffer sent() const;
  ExpectedBuffer before() const;
  ExpectedBuffer due() const;
  std::vector<DueBlock> due_blocks() const;
  std::optional<std::string> whose(const std::vector<std::byte>& data) const;

  Group group_;
  Contents contents_;
  MovementPlan plan_;
};

}  // namespace tutti::mpi::conform
