// Reductions and scans: every element compared with the sequential evaluation in rank order.
#pragma once
#include "verified/conform/judge/reduction_plan.hpp"
#include "verified/conform/worker/buffered_job.hpp"
#include "verified/conform/worker/load.hpp"

namespace tutti::mpi::conform {

/// Operators that do not round must give the bits of the sequential evaluation, others a value within the bound for any
/// bracketing, or the bits that the call is known to have. Where nothing is due, nothing may be written; but what
/// stands at rank 0 after an exclusive scan in place is undefined (MPI 4.0, 6.11.2).
class ReductionJob : public BufferedJob {
 public:
  ReductionJob(const Case& c, const Group& group, const Caller& caller);

  void refill(std::uint64_t seed) override;
  Report compare() override;

 private:
  using Bytes = std::vector<std::byte>;
  using Inputs = std::vector<Bytes>;

  std::size_t bytes(std::int64_t elements) const { return static_cast<std::size_t>(elements) * operand_.size(); }
  bool is_untouched() override;
  std::string digest_of_result() override;
  void fill();
  Bytes before() const;
  Bytes input(const Process& of, std::uint64_t seed) const;
  Inputs inputs(std::uint64_t seed) const;
  Bytes due(const Inputs& inputs) const;
  std::int64_t least_run() const;
  std::optional<tutti::conform::Wrong> wrong_element(std::int64_t element, const Inputs& inputs, const Bytes& due);
  std::optional<tutti::conform::Wrong> wrong_place(std::int64_t element, const Bytes& due);
  std::optional<tutti::conform::Wrong> first_beyond_bound(const Inputs& inputs, const Bytes& due);
  std::optional<tutti::conform::Wrong> first_inexact(const Inputs& inputs, const Bytes& due);
  std::optional<tutti::conform::Wrong> first_wrong();

  Group group_;
  Operand operand_;
  std::optional<std::pair<Op, Type>> predefined_;
  tutti::conform::ReductionPlan plan_;
};

}  // namespace tutti::mpi::conform
