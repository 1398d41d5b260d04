// What the executor keeps with a communicator: a context of its own, plans of proved schedules, and memory.
#pragma once
#include <mpi.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "verified/run/mpi/choice.hpp"
#include "verified/run/mpi/error.hpp"
#include "verified/run/plan.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::mpi {

/// One schedule for a communicator: an algorithm, of a family one shape (the first where it is empty), and the root.
struct Selection {
  const Algorithm* algorithm;
  Shape shape;
  Rank root;
  bool operator<(const Selection& o) const {
    return std::tie(algorithm, shape, root) < std::tie(o.algorithm, o.shape, o.root);
  }
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

  /// Throws Error for a root outside the communicator.
  void check_root(Rank root) const;

  /// The fastest schedule by the profile for n = `bytes`, the size of the largest buffer of a rank, among those for an
  /// operator that commutes if `commutative`. Collective at the first call. Throws Error for a root outside the
  /// communicator, and as Choice.
  Selection fastest(Collective collective, bool commutative, Rank root, double bytes);

  /// Proves the schedule at the first call. Throws Error where the algorithm has none for the size or the shape, or
  /// where the proof fails.
  const Proved& proof(const Selection& selection);

  /// The plan for `extents`, which is asked at the first call with these `numbers`: whatever the extents depend on.
  /// Throws Error as `proof`.
  std::shared_ptr<const ProvedPlan> plan(const Selection& selection, bool in_place, std::vector<std::int64_t> numbers,
                                         const std::function<Extents(const Schedule&)>& extents);

  /// At least `bytes` of memory, aligned to cache lines, valid until the next call. One collective at a time uses it.
  std::byte* memory(std::int64_t bytes);

 private:
  explicit Communicator(MPI_Comm comm);

  MPI_Comm context_;
  int size_;
  Rank rank_;
  bool oversubscribed_;
  std::optional<Choice> choice_;
  std::map<Selection, Proved> proofs_;
  std::map<std::tuple<Selection, bool, std::vector<std::int64_t>>, std::shared_ptr<const ProvedPlan>> plans_;
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::int64_t bytes_ = 0;
};

}  // namespace tutti::mpi
