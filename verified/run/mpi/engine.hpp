// Runs this rank's plan of a proved schedule on given memory: post, wait, work.
#pragma once
#include <functional>

#include "verified/run/mpi/communicator.hpp"
#include "verified/run/mpi/layout.hpp"

namespace tutti::mpi {

/// One plan, run as often as needed. It must not outlive its communicator; like MPI's own collectives, one at a time
/// runs on a communicator.
class Engine {
 public:
  /// to = left ∘ right for `n` elements of the layout, or a copy of left where `right` is null.
  using Compute = std::function<void(const void* left, const void* right, void* to, std::int64_t n)>;

  /// The elements of the plan have this layout, with an extent > 0. Throws Error for a message of more than 2^31 - 1
  /// elements, and where an area or the own memory would have 2^63 bytes or more.
  Engine(Communicator& comm, std::shared_ptr<const ProvedPlan> proved, const Layout& layout);

  /// The size of the memory that a run needs besides the caller's buffers, a multiple of 64.
  std::int64_t bytes() const { return bytes_; }
  /// One collective call. `input` and `output` are where element 0 of those areas has its origin; null where the plan
  /// does not use the area. `memory` has bytes() bytes.
  void run(const void* input, void* output, std::byte* memory, const Compute& compute);

 private:
  void work(const std::vector<Work>& works, const Compute& compute);
  void wait(const Phase& phase);
  std::byte* address(const Place& p) const {
    return base_[static_cast<std::size_t>(p.area)] + byte_offset(p.at, layout_.extent);
  }

  Communicator& comm_;
  std::shared_ptr<const ProvedPlan> proved_;
  Layout layout_;
  std::int64_t bytes_ = 0;
  std::array<std::int64_t, areas> start_{};  ///< of each own area in the own memory
  std::array<std::byte*, areas> base_{};     ///< during a run
  std::vector<MPI_Request> requests_;
};

}  // namespace tutti::mpi
