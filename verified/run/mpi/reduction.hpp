// A reduction or scan, prepared once and run as often as needed.
#pragma once
#include "verified/run/mpi/buffers.hpp"
#include "verified/run/mpi/combiner.hpp"
#include "verified/run/mpi/engine.hpp"
#include "verified/run/mpi/side.hpp"

namespace tutti::mpi {

/// One collective call with everything fixed but the buffers. It must not outlive its communicator, nor an operator of
/// the caller's, of which MPI has no duplicate; a datatype may be freed before. Like MPI's own collectives, one at a
/// time runs on a communicator.
class Reduction {
 public:
  /// Collective at the first call for its (algorithm, shape, root). `counts`: one receive count per rank for the
  /// reduce-scatters, one count for the others. `root` is 0 for collectives without one. `in_place`: this rank passes
  /// MPI_IN_PLACE. `shape`: of a family of schedules, the first where it is empty. Throws Error for an algorithm that
  /// applies no operator, a shape that its family does not have, a root outside the communicator, a negative count,
  /// unequal ones for reduce_scatter_block, in place at a rank without a result, a datatype without extent, an operator
  /// that the schedule's needs exclude, an op/type pair that MPI does not define.
  Reduction(MPI_Comm comm, const Algorithm& algorithm, const Counts& counts, MPI_Datatype type, MPI_Op op, Rank root,
            bool in_place, const Shape& shape = {});

  /// The same by the algorithm and shape that the profile (verified/run/mpi/choice.hpp) prices as the fastest for this
  /// collective, p, root, vector of all counts, and an operator that commutes or does not. Collective at the first
  /// call of the communicator without an algorithm as well. Throws Error also for a profile that cannot be read.
  Reduction(MPI_Comm comm, Collective collective, const Counts& counts, MPI_Datatype type, MPI_Op op, Rank root,
            bool in_place);

  /// The schedule that runs, as named or chosen.
  const Selection& selection() const { return selection_; }
  /// Whether the profile has measured the MPI's own procedure as faster than what it chooses for this call.
  bool native_is_faster() const;

  /// Where what it reads and writes lies in the buffers; in place all of it in the receive buffer.
  Reaches reaches() const { return reaches_; }

  /// As the MPI procedure: reads `send` (ignored in place), writes the result to `receive` where this rank gets one.
  /// Throws Error as check_buffers() does.
  void run(const void* send, void* receive);

 private:
  Communicator& comm_;
  bool in_place_;
  Combiner combiner_;
  double bytes_;  ///< of a rank's largest buffer
  Selection selection_;
  Engine engine_;
  Reaches reaches_;
};

}  // namespace tutti::mpi
