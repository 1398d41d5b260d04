// Messages through memory that ranks on one node share, beside those of MPI.
#pragma once
#include <mpi.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "verified/run/channel.hpp"
#include "verified/schedule/group.hpp"

namespace tutti::mpi {

/// The ranks of a communicator that share a node with this one, and a channel to and from each. The memory has no name
/// anywhere, so that nothing is left of it when the last of them ends, in whatever way.
class Node {
 public:
  /// Collective over `comm`: the same at all ranks, whether they have it. Nothing where TUTTI_TRANSPORT in the
  /// environment of rank 0 does not ask for it, where no two ranks share a node, or where memory cannot be shared.
  /// `asked` is the answer where it is known: then all give the same. Throws Error, at all ranks, for another word in
  /// TUTTI_TRANSPORT; and where MPI fails.
  static std::unique_ptr<Node> of(MPI_Comm comm, std::optional<bool> asked);
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  /// Whether messages to and from that rank of the communicator go through here, which both say alike; those of a rank
  /// to itself do not.
  bool has(Rank rank) const { return channels_[static_cast<std::size_t>(rank)].has_value(); }
  /// Whether all ranks of the communicator but this one are there.
  bool has_all_but(Rank own) const;
  ChannelWriter& to(Rank rank) { return channels_[static_cast<std::size_t>(rank)]->writer; }
  ChannelReader& from(Rank rank) { return channels_[static_cast<std::size_t>(rank)]->reader; }

  /// What this rank has sent through here.
  struct Sent {
    std::int64_t messages = 0, elements = 0;
  };
  const Sent& sent() const { return sent_; }
  void note_sent(std::int64_t elements) {
    ++sent_.messages;
    sent_.elements += elements;
  }

  /// Whether a message of so many bytes is read from the memory of its sender, in one copy. Alike at all ranks.
  bool offers(std::size_t bytes) const { return reads_memory_ && bytes >= least_offered; }
  /// Copies what lies in the memory of that rank, as process_vm_readv does. Throws Error where the system fails.
  void read(Rank rank, const std::byte* from, std::span<std::byte> to) const;

  /// Whether the process of that rank has ended, in whatever way.
  bool has_ended(Rank rank) const;

 private:
  struct Peer {
    ChannelWriter writer;
    ChannelReader reader;
    pid_t process;
  };

  static constexpr std::size_t least_offered =
      1 << 17;  ///< between 32 KiB, where two copies, and 1 MiB, where one is faster

  Node() = default;

  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
  bool reads_memory_ = false;
  Sent sent_;
  std::vector<std::optional<Peer>> channels_;  ///< by rank of the communicator
};

}  // namespace tutti::mpi
