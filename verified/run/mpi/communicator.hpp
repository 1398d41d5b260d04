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
#include "verified/run/mpi/node.hpp"
#include "verified/run/proved_plan.hpp"
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

/// Where the ranks of a communicator run; the same at all of them.
struct Surroundings {
  bool on_one_node;
  bool oversubscribed;  ///< on some node there are more of them than processors that any of them may use
  bool are_of_a_node() const { return on_one_node && !oversubscribed; }
};

/// A communicator of the same ranks, with none of the attributes of `comm`, which returns its errors. Collective over
/// an intracommunicator. Throws Failed.
MPI_Comm same_ranks(MPI_Comm comm);

/// The context is a communicator of the same_ranks(). It returns its errors,
/// whatever error handler `comm` has, so that each becomes an Error. The handler of `comm` is asked for what is done
/// with `comm` itself, which is to make the context and to keep this state; that of MPI_COMM_SELF for what has no
/// communicator, such as datatypes and operators: where it does not return, the application wants no Error.
class Communicator {
 public:
  /// The state kept with an intracommunicator, made at the first call, which is collective over it. It ends with
  /// `comm`. Throws Error where MPI fails; the context is then not freed, for that would be collective. `by_node`,
  /// which all ranks give alike, is as for Node::of().
  static Communicator& of(MPI_Comm comm, std::optional<bool> by_node = std::nullopt);

  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  MPI_Comm context() const { return context_; }  ///< our messages meet nobody else's
  int size() const { return size_; }
  Rank rank() const { return rank_; }
  /// More ranks of this communicator on this node than processors: waiting ranks give theirs to others.
  bool oversubscribed() const { return surroundings_.oversubscribed; }

  /// The ranks with which messages go through shared memory; null where none do.
  Node* node() const { return node_.get(); }

  /// Does `run`, this rank's part of a collective. If it throws, all later ones throw Error: messages of the others may
  /// be under way in this context and would be taken for those of the next run. Nor is the context freed then, lest MPI
  /// use it again.
  template <class Run>
  void in_step(Run run) {
    check_in_step();
    try {
      run();
    } catch (...) {
      in_step_ = false;
      throw;
    }
  }

  /// Throws Error for a root outside the communicator.
  void check_root(Rank root) const;

  /// The fastest schedule by the profile for n = `bytes`, the size of the largest buffer of a rank, among those for an
  /// operator that commutes if `commutative`. Collective at the first call. Throws Error for a root outside the
  /// communicator, and as Choice.
  Selection fastest(Collective collective, bool commutative, Rank root, double bytes);

  /// Whether the profile has measured the MPI's own procedure as faster than that. As fastest().
  bool native_is_faster(Collective collective, bool commutative, Rank root, double bytes);

  /// From now on fastest() goes by this profile, or unnamed_profile() where there is none, and as to one tree for
  /// reductions, which all ranks give alike; it asks no rank for them.
  void choose_by(const std::optional<Profile>& profile, bool one_tree);

  /// Proves the schedule at the first call. Throws Error where the algorithm has none for the size or the shape, or
  /// where the proof fails.
  const Proved& proof(const Selection& selection);

  /// The plan for `extents`, which is asked at the first call with these `numbers`: whatever the extents depend on.
  /// Throws Error as `proof`.
  std::shared_ptr<const ProvedPlan> plan(const Selection& selection, bool in_place, std::vector<std::int64_t> numbers,
                                         const std::function<Extents(const Schedule&)>& extents);

  /// At least `bytes` of memory, aligned to cache lines, valid until the next call. One collective at a time uses it.
  /// Throws Error where there is none.
  std::byte* memory(std::int64_t bytes);
  /// A message that nobody can end uses the memory: it is never freed.
  void leave_memory() { static_cast<void>(memory_.release()); }

 private:
  Communicator(MPI_Comm comm, std::optional<bool> by_node);
  void check_in_step() const;
  const Choice& choice();
  SelectorCall call(Collective collective, bool commutative, Rank root) const;
  /// What MPI calls when `comm` is freed.
  static int end(MPI_Comm comm, int key, void* state, void* nothing);

  MPI_Comm context_;
  int size_;
  Rank rank_;
  Surroundings surroundings_;
  std::unique_ptr<Node> node_;
  bool in_step_ = true;
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
