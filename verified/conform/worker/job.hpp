// One call at this rank, in the steps that a scenario may interleave with those of others.
#pragma once
#include <mpi.h>

#include <memory>
#include <optional>
#include <string>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/conform/worker/call.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Case;
using tutti::conform::Report;

/// Its buffers are guarded: the send buffer is read-only from start() to finish(), both stand between pages without
/// access, and canaries stand before them and in the gaps of datatypes. A forbidden access ends the process (see
/// guard.hpp).
class Job {
 public:
  /// Lays out the buffers for `c` on `group`. There must be no reason why_not_run(). Throws std::invalid_argument for a
  /// load that there is not, and what `caller` throws.
  static std::unique_ptr<Job> make(const Case& c, const Group& group, const Caller& caller = call_mpi);
  virtual ~Job() = default;

  /// The whole call of a blocking procedure; starts the others, and makes a persistent request first. Collective over
  /// the group.
  virtual void start() = 0;
  /// From now on start() leaves it to `together` to start a persistent request.
  virtual void join(StartedTogether& together) = 0;
  /// Leaves it to `together` to complete what start() left open; finish() is to be called then as ever.
  virtual void leave_to(CompletedTogether& together) = 0;
  /// Completes what start() left open. Not collective.
  virtual void finish() = 0;
  /// Makes the buffers as they were before start(): for the second start of a persistent request, with other data.
  virtual void refill(std::uint64_t seed) = 0;
  /// What is wrong after finish(). A skip where the MPI has declined the call (see declined.hpp).
  virtual Report compare() = 0;
  /// After finish(): a name for the bits that are due here, as they stand in the receive buffer; empty where nothing is
  /// due. `report`, which is empty, gets what is wrong with the call itself, and a skip where the MPI has declined it.
  virtual std::string digest(Report& report) = 0;
};

/// Why `c` is not run in a world of `ranks` ranks, or nothing: it is not legal (see legal.hpp), or this MPI has no such
/// procedure. The same at all ranks.
std::optional<std::string> why_not_run(const Case& c, int ranks);

}  // namespace tutti::mpi::conform
