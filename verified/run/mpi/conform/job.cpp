#include "verified/run/mpi/conform/job.hpp"

#include <limits>

#include "verified/run/mpi/conform/barrier_job.hpp"
#include "verified/run/mpi/conform/load.hpp"
#include "verified/run/mpi/conform/marks.hpp"
#include "verified/run/mpi/conform/movement_job.hpp"
#include "verified/run/mpi/conform/reduction_job.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Comm;
using tutti::conform::Procedure;
using Reason = std::optional<std::string>;

namespace {

constexpr int most_letters = 30;  // of an element of the operand "word"

bool rooted(Procedure p) {
  const auto collective = row(p).collective;
  return collective && tutti::row(*collective).rooted();
}

Reason why_not_on(const Case& c, int ranks) {
  if (c.comm == Comm::inter && ranks < 2) return "an intercommunicator needs two ranks";
  if (on_neighbours(c.procedure) && c.comm != Comm::cart && c.comm != Comm::graph)
    return "neighbourhood collectives need a topology";
  const auto collective = row(c.procedure).collective;
  if (c.comm == Comm::inter && collective && !defined_between_groups(*collective))
    return "it is not defined on intercommunicators (MPI 4.0, 6.2.2)";
  if (c.comm == Comm::inter && c.in_place) return "MPI_IN_PLACE is not for intercommunicators (MPI 4.0, 6.2.3)";
  if (rooted(c.procedure) && c.root >= smallest_group(c.comm, ranks)) return "there is no such root in every group";
  return std::nullopt;
}

Reason why_not_carry(const Case& c, int ranks) {
  if (combines(c.procedure)) {
    operand_of(c.load);
    if (c.load == "word" && ranks > most_letters) return "words have at most 30 letters";
    return std::nullopt;
  }
  const bool typed = c.procedure == Procedure::alltoallw || c.procedure == Procedure::neighbor_alltoallw;
  if (c.load == "mixed" && !typed) return "the procedure takes one datatype for all blocks";
  if (may_overlap(c, ranks)) return "so many elements of this datatype would overlap";
  return std::nullopt;
}

/// Counts, and displacements in bytes, of at most 16 blocks or `ranks` with all their gaps.
Reason why_not_so_many(const Case& c, int ranks) {
  constexpr std::int64_t most_bytes = 48, gap = 5, least_blocks = 16;
  const auto most = std::numeric_limits<int>::max() / (most_bytes * std::max<std::int64_t>(ranks, least_blocks));
  const bool by_blocks = !tutti::conform::combines(c.procedure) || c.procedure == Procedure::reduce_scatter;
  if (!c.large_count && c.count + gap > (by_blocks ? most : std::numeric_limits<int>::max()))
    return "so many elements need MPI_Count";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> why_not_run(const Case& c, int ranks) {
  if (c.ranks != ranks)
    return "the case is for " + std::to_string(c.ranks) + " ranks, this launch has " + std::to_string(ranks);
  if (auto why = lacking(c)) return why;
  if (!communicates(c.procedure)) return std::nullopt;
  if (auto why = why_not_on(c, ranks)) return why;
  if (c.procedure == Procedure::barrier)
    return Marks::available() ? Reason() : "there is no file for the marks of those who have entered";
  if (auto why = why_not_carry(c, ranks)) return why;
  return why_not_so_many(c, ranks);
}

std::unique_ptr<Job> Job::make(const Case& c, const Group& group) {
  if (combines(c.procedure)) return std::make_unique<ReductionJob>(c, group);
  if (c.procedure == Procedure::barrier) return std::make_unique<BarrierJob>(c, group);
  return std::make_unique<MovementJob>(c, group);
}

}  // namespace tutti::mpi::conform
