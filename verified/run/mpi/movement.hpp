// A collective that moves data, or a barrier, prepared once and run as often as needed.
#pragma once
#include "verified/run/mpi/engine.hpp"
#include "verified/run/mpi/side.hpp"

namespace tutti::mpi {

/// One collective call with everything fixed but the buffers. It must not outlive its communicator; like MPI's own
/// collectives, one at a time runs on a communicator. Messages consist of bytes: all ranks must represent data alike.
/// Datatypes with holes, other extents or another order than in memory are packed before and unpacked after.
class Movement {
 public:
  /// Collective over the communicator. `send` and `receive` describe the arguments that MPI reads at this rank
  /// (MPI 4.0, 6.4 to 6.8); others are ignored. The one buffer of a broadcast is `receive` at every rank; a barrier has
  /// none. `root` is 0 for collectives without one. `in_place`: this rank passes MPI_IN_PLACE, for its send buffer, or
  /// at the root of a scatter for its receive buffer. `shape`: of a family of schedules, the first where it is empty.
  /// Throws Error for an algorithm that applies an operator, a shape that its family does not have, a root outside the
  /// communicator, a wrong number of counts, displacements or types, a negative count, in place where MPI forbids it, a
  /// block for this rank itself that has another size where it comes from, or receive blocks that overlap and may
  /// not (as far as Blocked finds it).
  Movement(MPI_Comm comm, const Algorithm& algorithm, const Side& send, const Side& receive, Rank root, bool in_place,
           const Shape& shape = {});

  /// The same by the algorithm and shape that the profile (verified/run/mpi/choice.hpp) prices as the fastest for this
  /// collective, p, root and the size of a rank's largest buffer, as far as every rank knows it: gatherv, scatterv,
  /// alltoallv and alltoallw are priced for blocks of 1 KiB each. Throws Error also for a profile that cannot be read.
  Movement(MPI_Comm comm, Collective collective, const Side& send, const Side& receive, Rank root, bool in_place);

  /// The schedule that runs, as named or chosen.
  const Selection& selection() const { return selection_; }
  /// Whether the profile has measured the MPI's own procedure as faster than what it chooses for this call.
  bool native_is_faster() const { return comm_.native_is_faster(collective_.id, true, root_, known_bytes()); }

  /// Where what it reads and writes lies in the buffers.
  Reaches reaches() const { return {send_.reach(), receive_.reach()}; }
  /// Whether blocks overlap that this rank receives, as far as Blocked finds it.
  bool receives_overlap() const { return receive_.overlaps(); }

  /// As the MPI procedure: reads `send`, writes `receive`; where this rank has no such buffer, the pointer is ignored.
  /// Throws Error as check_buffers() does.
  void run(const void* send, void* receive);

 private:
  /// Which blocks a buffer of the call has.
  enum class Holds { nothing, one_block, all_blocks };
  struct Buffers {
    Holds send, receive;
  };
  Buffers buffers() const;
  Blocked blocked(const Side& side, Holds holds, const char* name) const;
  std::shared_ptr<const ProvedPlan> plan(MPI_Comm comm);
  std::vector<std::int64_t> block_sizes(MPI_Comm comm);
  void hear_sizes(MPI_Comm comm, std::vector<std::int64_t>& sizes) const;
  Extents extents(const Schedule& schedule, const std::vector<std::int64_t>& sizes) const;
  void check_own_block() const;
  double known_bytes() const;
  bool is_root() const { return comm_.rank() == root_; }
  int own(const Blocked& side) const { return side.blocks() == 1 ? 0 : comm_.rank(); }
  bool starts_in_receive(int block) const;
  std::int64_t own_bytes() const;

  Communicator& comm_;
  CollectiveRow collective_;
  std::string name_;  ///< of the algorithm, or of the collective where none is named
  Rank root_;
  bool in_place_;
  Blocked send_, receive_;
  Selection selection_;
  Engine engine_;
  std::int64_t own_bytes_;  ///< of the engine and of both buffers in packed form
};

}  // namespace tutti::mpi
