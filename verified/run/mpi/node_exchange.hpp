// The messages of one stage of a plan between this rank and another on its node.
#pragma once
#include <functional>
#include <vector>

#include "verified/run/mpi/layout.hpp"
#include "verified/run/mpi/node.hpp"
#include "verified/run/plan.hpp"

namespace tutti::mpi {

/// How the elements of messages go through shared memory: packed by MPI, or as they lie where that is the same.
struct Wire {
  const Layout& layout;
  bool is_memory;  ///< packs_to_itself(layout)
};

/// Prepared once, and moved in each run, piece by piece, as there is room and as pieces come: no rank waits for room
/// without reading what comes.
class NodeExchange {
 public:
  explicit NodeExchange(Rank peer) : peer_(peer) {}

  Rank peer() const { return peer_; }
  /// Messages are written in this order.
  void add_send(const Transfer& transfer) { sends_.push_back({transfer, {}, {}}); }
  /// The first message with a tag that is written goes to the first of these.
  void add_receive(const Transfer& transfer) { receives_.push_back({transfer, {}}); }

  /// Where the origin of the element at a place is during the run.
  using Address = std::function<std::byte*(const Place&)>;
  void begin(Node& node, const Wire& wire, const Address& address);
  /// Moves what can be, and says whether that was anything. Throws Error for a message of another length than is due.
  bool progress(Node& node, const Wire& wire, const Address& address);
  bool is_over() const { return sent_ == sends_.size() && received_ == receives_.size(); }

 private:
  struct Send {
    Transfer transfer;
    std::vector<std::byte> packed;  ///< unless the wire is memory
    Outgoing message;
  };
  struct Receive {
    Transfer transfer;
    std::vector<std::byte> packed;  ///< as above
  };
  bool send(ChannelWriter& writer);
  bool receive(Node& node, const Wire& wire, const Address& address);
  /// The one that the next message is for goes to the front of those that are not over; false where that is for a later
  /// stage.
  bool find(const ChannelReader::Piece& first, const Wire& wire);

  Rank peer_;
  std::vector<Send> sends_;
  std::vector<Receive> receives_;  ///< first those that are over
  std::size_t sent_ = 0, received_ = 0;
  std::size_t filled_ = 0;  ///< bytes of the message that is coming
  bool is_coming_ = false;  ///< its first piece has been seen
};

}  // namespace tutti::mpi
