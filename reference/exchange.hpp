// Who sends which block and whose data is due: the model, said for one process of a communicator. On one group it is
// what model.hpp says; on the two groups of an intercommunicator it follows MPI 4.0, 6.2.2 and 6.2.3, and among the
// neighbours of a topology 8.6.
#pragma once
#include <optional>
#include <vector>

#include "spec/collective.hpp"
#include "spec/word.hpp"

namespace tutti {

/// The processes of a communicator: one group, number 0; or the two of an intercommunicator, of which number 0 has the
/// root.
struct GroupSizes {
  int first = 1;
  int second = 0;  ///< 0 for an intracommunicator

  bool inter() const { return second > 0; }
  int size(int group) const { return group == 0 ? first : second; }
  /// The group whose data the processes of `group` receive.
  int source_of(int group) const { return inter() ? 1 - group : 0; }
};

struct Process {
  int group = 0;
  Rank rank = 0;  ///< in it
  bool operator==(const Process&) const = default;
};

/// A block of data: `number` counts the different blocks that the process `from` sends.
struct MovedBlock {
  Process from;
  int number = 0;
  bool operator==(const MovedBlock&) const = default;
};

/// The block that a letter of model.hpp stands for, of a collective that moves data.
MovedBlock block_of(Collective c, int ranks, Rank root, int letter);

/// The contributions of these ranks of a group, combined in rank order.
struct Combined {
  int group;
  Word ranks;
  bool operator==(const Combined&) const = default;
};

/// Scans are not defined on intercommunicators (MPI 4.0, 6.2.2).
constexpr bool defined_between_groups(Collective c) {
  return row(c).result != Result::prefix && row(c).result != Result::prefix_before;
}

/// The blocks in the send buffer of `at`, in their order; none where it sends nothing. Of a broadcast one block. For
/// collectives that move data, `c` defined between groups if there are two.
std::vector<MovedBlock> sent(Collective c, const GroupSizes& members, Rank root, const Process& at);

/// The blocks due in the receive buffer of `at`, in their order. Of a broadcast within one group also at the root.
std::vector<MovedBlock> received(Collective c, const GroupSizes& members, Rank root, const Process& at);

/// Whether `at` contributes to a reduction, scan or barrier.
bool contributes(Collective c, const GroupSizes& members, const Process& at);

/// What is due at `at` (of the reduce-scatters: in the block of its rank), or nothing; for a barrier: who must have
/// entered before `at` leaves. For collectives that do not move data.
std::optional<Combined> combined(Collective c, const GroupSizes& members, Rank root, const Process& at);

/// A neighbour that is not there, beyond the end of a grid (MPI_PROC_NULL): its block is not received, and goes
/// nowhere.
inline constexpr Rank nobody = -1;

/// The neighbours of every rank in the order of its blocks: of whom it receives, and to whom it sends.
struct Topology {
  std::vector<std::vector<Rank>> sources = {}, destinations = {};
  /// Made by MPI_Cart_create: blocks 2d and 2d + 1 are those of the lower and the upper neighbour in dimension d.
  bool grid = false;
};

/// For the neighbourhood collectives: all of a rank's blocks are the same one, or there is one for each neighbour.
enum class ToNeighbours { the_same, one_each };

std::vector<MovedBlock> sent(const Topology& topology, ToNeighbours what, Rank at);

/// Where two ranks have several edges, the first block sent arrives in the first place; but what is sent downwards in a
/// grid arrives from above, also where both neighbours are one rank (MPI 4.0, 8.6, and B.1.1, item 1). Blocks from
/// nobody are among them.
std::vector<MovedBlock> received(const Topology& topology, ToNeighbours what, Rank at);

}  // namespace tutti
