// One rank's part of a schedule for given counts: what it posts, waits for and computes, on which memory.
#pragma once
#include <array>
#include <optional>
#include <string>

#include "spec/collective.hpp"
#include "spec/schedule.hpp"
#include "verified/schedule/partition.hpp"

namespace tutti {

/// The caller's send buffer, the caller's receive buffer, memory of our own for values that last, and two places for
/// what lands or is packed, which stages use by turns. Nothing ever writes to `input`, except where MPI_IN_PLACE makes
/// it the receive buffer.
enum class Area : unsigned char { input, output, scratch, even, odd };
inline constexpr std::size_t areas = 5;

/// The data of one rank, slot by slot of its vector (Schedule::blocks of them), in elements: what size a block has,
/// where it lies in the send buffer if the rank holds it at the start, and where in the receive buffer if it is due
/// there. Sizes are >= 0. Sizes and places of blocks that do not concern the rank are not looked at. In place
/// (MPI 4.0, 6.4 to 6.11) there is one buffer, the receive buffer. Then a block that is held and due in the same slot
/// lies at its `output`; the contributions to a reduce-scatter lie at their `input` in the receive buffer; what a rank
/// holds for rank j in an exchange lies at the output of what is due from j; and the root of a scatter reads its send
/// buffer and gets nothing. The one buffer of a broadcast is in place at every rank.
struct Extents {
  std::vector<std::int64_t> size, input, output;

  /// For contributions to a vector that `partition` cuts: blocks side by side in both buffers, but the own block of a
  /// reduce-scatter at the start of the receive buffer.
  static Extents contributions(const Partition& partition, Collective collective);
};

/// An element of an area, counted from its start.
struct Place {
  Area area;
  std::int64_t at;
  bool operator==(const Place&) const = default;
};

/// The tag of the messages of a round, within what every MPI has (MPI 4.0, 9.1.2: up to 32767). Rounds that share one
/// are received in the order in which they are sent: channels are FIFO (3.5).
constexpr int tag_of(int round) { return round % 32768; }

/// A message that this rank sends or receives. Its `request` is the index in the array of all requests of the plan.
struct Transfer {
  Rank peer;
  int tag;  ///< see tag_of
  Place place;
  std::int64_t elements;
  int request;
};

/// to = left·right, or a copy of left where `fold` is false. `to` may be `left` or `right`.
struct Work {
  bool fold;
  Place to, left, right;
  std::int64_t elements;
};

/// What a rank does at once: `pack`, then post (`receives`, `sends`, and the receives of the next stage whose memory is
/// already free), wait for its own `requests`, then `work`, in order.
struct Stage {
  std::vector<Work> pack;
  std::vector<Transfer> receives, sends, early_receives;
  int first_request = 0, requests = 0;
  std::vector<Work> work;
};

/// A value to look at and to simulate: what runs is a ProvedPlan.
struct Plan {
  std::vector<Stage> stages;
  int requests = 0;
  std::array<std::int64_t, areas> elements{};  ///< the size of each area
};

/// The first access in a plan that would write to the input or reach outside its areas, or nothing. O(plan).
std::optional<std::string> find_forbidden_access(const Plan& plan);

}  // namespace tutti
