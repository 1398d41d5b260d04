// What the executor keeps with a communicator: a context of its own, plans of proved schedules, and memory.
#pragma once
#include <mpi.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "verified/run/plan.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::mpi {

/// A call that cannot be carried out: what is wrong, where, and what to do.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// This rank's part of a proved schedule, and what the proof says of the operator.
struct ProvedPlan {
  Plan plan;
  Needs needs;
};

class Communicator {
 public:
  /// The state kept with an intracommunicator, made at the first call, which is collective over it. It ends with
  /// `comm`.
  static Communicator& of(MPI_Comm comm);

  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  MPI_Comm context() const { return context_; }  ///< a duplicate: our messages meet nobody else's
  int size() const { return size_; }
  Rank rank() const { return rank_; }
  /// More ranks of this communicator on this node than processors: waiting ranks give theirs to others.
  bool oversubscribed() const { return oversubscribed_; }

  /// The plan for `counts`: the one count of the vector, or one receive count per rank for the reduce-scatters. Proves
  /// the schedule at the first call for (algorithm, root) and plans at the first for the counts. Throws Error where the
  /// algorithm does not support the size or the proof fails.
  std::shared_ptr<const ProvedPlan> plan(const Algorithm& algorithm, Rank root, const std::vector<int>& counts,
                                         bool in_place);

  /// At least `bytes` of memory, aligned to cache lines, valid until the next call. One collective at a time uses it.
  std::byte* memory(std::size_t bytes);

 private:
  explicit Communicator(MPI_Comm comm);
  const Proved& proof(const Algorithm& algorithm, Rank root);

  MPI_Comm context_;
  int size_;
  Rank rank_;
  bool oversubscribed_;
  std::map<std::pair<const Algorithm*, Rank>, Proved> proofs_;
  std::map<std::tuple<const Algorithm*, Rank, bool, std::vector<int>>, std::shared_ptr<const ProvedPlan>> plans_;
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::size_t bytes_ = 0;
};

}  // namespace tutti::mpi
