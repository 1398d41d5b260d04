// A reduction collective, prepared once and run as often as needed: the executor of proved schedules.
#pragma once
#include "verified/run/kernels.hpp"
#include "verified/run/mpi/communicator.hpp"

namespace tutti::mpi {

/// How elements of a datatype lie in memory, in bytes. Elements follow one another at `extent`.
struct Layout {
  MPI_Datatype type;
  MPI_Aint extent, true_lower, true_extent;
  bool gapless;  ///< an element is `extent` bytes without holes: it can be copied as bytes

  explicit Layout(MPI_Datatype type);
};

/// left ∘ right for vectors: our own kernels for the predefined operations, MPI_Reduce_local for all others.
class Combiner {
 public:
  /// Throws Error where MPI does not define `op` for `type`.
  Combiner(MPI_Op op, const Layout& layout);

  bool commutative() const { return commutative_; }
  /// to = left ∘ right, `n` elements; `to` may be `left` or `right`, else overlaps neither.
  void combine(const void* left, const void* right, void* to, std::int64_t n);
  /// Copies the data of `n` elements, and nothing between them. `to` and `from` do not overlap, or are the same.
  void copy(const void* from, void* to, std::int64_t n);

 private:
  void combine_through_spare(const std::byte* left, const std::byte* right, std::byte* to, std::int64_t n);

  Layout layout_;
  MPI_Op op_;
  Kernel kernel_ = nullptr;
  bool commutative_;
  std::int64_t chunk_;             ///< elements that `spare_` takes
  std::vector<std::byte> spare_;   ///< for user operators: a copy of a right operand that must stay as it is
  std::vector<std::byte> packed_;  ///< for layouts with holes
};

/// One collective call with everything fixed but the buffers. It must not outlive its communicator; like MPI's own
/// collectives, one at a time runs on a communicator.
class Reduction {
 public:
  /// Collective at the first call for its (algorithm, root). `counts`: one count for reduce and allreduce; one receive
  /// count per rank for the reduce-scatters. `root` is 0 for collectives without one. `in_place`: this rank passes
  /// MPI_IN_PLACE. Throws Error for a root outside the communicator, a negative count, unequal ones for
  /// reduce_scatter_block, a datatype without extent, a message that would exceed 2^31 - 1 elements, an operator that
  /// the schedule's needs exclude, an op/type pair that MPI does not define.
  Reduction(MPI_Comm comm, const Algorithm& algorithm, const std::vector<int>& counts, MPI_Datatype type, MPI_Op op,
            Rank root, bool in_place);

  /// As the MPI procedure: reads `send` (ignored in place), writes the result to `receive` where this rank gets one.
  void run(const void* send, void* receive);

 private:
  void work(const std::vector<Work>& works);
  void wait(const Phase& phase);
  std::byte* address(const Place& p) const { return base_[static_cast<std::size_t>(p.area)] + p.at * layout_.extent; }

  Communicator& comm_;
  std::shared_ptr<const ProvedPlan> proved_;
  Layout layout_;
  Combiner combiner_;
  bool in_place_;
  std::size_t bytes_ = 0;                    ///< of our own memory
  std::array<std::int64_t, areas> start_{};  ///< of each own area in it
  std::array<std::byte*, areas> base_{};     ///< during a run
  std::vector<MPI_Request> requests_;
};

}  // namespace tutti::mpi
