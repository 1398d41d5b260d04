// Runs this rank's plan of a proved schedule on given memory: post, wait, work.
#pragma once
#include <array>
#include <functional>
#include <map>

#include "verified/run/mpi/communicator.hpp"
#include "verified/run/mpi/layout.hpp"
#include "verified/run/mpi/long_type.hpp"
#include "verified/run/mpi/node_exchange.hpp"

namespace tutti::mpi {

/// One plan, run as often as needed. It must not outlive its communicator; like MPI's own collectives, one at a time
/// runs on a communicator.
class Engine {
 public:
  /// to = left ∘ right for `n` elements of the layout, or a copy of left where `fold` is false. Any address may be
  /// null, which is MPI_BOTTOM.
  using Compute = std::function<void(bool fold, const void* left, const void* right, void* to, std::int64_t n)>;

  /// The elements of the plan have this layout, with an extent > 0; the operator that will be computed is what
  /// `satisfied` says. Throws Error where that is not what the proof needs, for a plan of another rank or number of
  /// ranks, and where an area or the own memory would have 2^63 bytes or more.
  Engine(Communicator& comm, std::shared_ptr<const ProvedPlan> proved, const Layout& layout, const Needs& satisfied);

  /// The size of the memory that a run needs besides the caller's buffers, a multiple of 64.
  std::int64_t bytes() const { return bytes_; }
  /// One collective call. `input` and `output` are where element 0 of those areas has its origin; null where the plan
  /// does not use the area. `memory` has bytes() bytes. Throws Error where MPI fails, and where a message has another
  /// length than is due, since ranks passed different counts; and whatever `compute` throws. Then receives
  /// are cancelled, and nothing runs on the communicator from then on. A message that is under way for a second more,
  /// since the other rank does not take or send the rest of it, may use the buffers for ever; no call ends that.
  void run(const void* input, void* output, std::byte* memory, const Compute& compute);

 private:
  /// What a message is to MPI.
  struct Message {
    int count;
    MPI_Datatype type;
  };
  Message message_of(std::int64_t elements);
  void prepare_messages();
  void prepare_node_exchanges();
  bool by_node(const Transfer& t) const { return comm_.node() && comm_.node()->has(t.peer); }
  void run_stages(const Compute& compute);
  void work(const std::vector<Work>& works, const Compute& compute);
  void receive(const std::vector<Transfer>& transfers);
  void wait(const Stage& stage);
  void check_lengths(const Stage& stage);
  void wait_for_all(int n, MPI_Request* requests);
  void exchange(const Stage& stage, std::vector<NodeExchange>& on_node);
  bool end_requests();
  std::byte* address(const Place& p) const {
    return moved(base_[static_cast<std::size_t>(p.area)], byte_offset(p.at, layout_.extent));
  }

  Communicator& comm_;
  std::shared_ptr<const ProvedPlan> proved_;
  Layout layout_;
  std::int64_t bytes_ = 0;
  std::array<std::int64_t, areas> start_{};  ///< of each own area in the own memory
  std::array<const void*, areas> base_{};    ///< during a run: where element 0 of an area has its origin
  std::vector<MPI_Request> requests_;
  std::map<std::int64_t, LongType> long_types_;  ///< by elements
  std::vector<Message> messages_;                ///< per request
  std::vector<int> due_;              ///< per request: the elements that MPI is to count, or -1 for what is sent
  std::vector<MPI_Status> statuses_;  ///< of the requests of a stage
  bool packs_to_itself_ = false;      ///< an element, where any goes by the node
  std::vector<std::vector<NodeExchange>> on_node_;  ///< by stage, one for each peer
};

}  // namespace tutti::mpi
