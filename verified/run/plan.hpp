// One rank's part of a proved schedule for given counts: what it posts, waits for and computes, on which memory.
#pragma once
#include <array>
#include <optional>
#include <string>

#include "spec/verdict.hpp"
#include "verified/run/partition.hpp"

namespace tutti {

/// The caller's send buffer, the caller's receive buffer, memory of our own for values that last, and two places for
/// what lands or is packed, which phases use by turns. Nothing ever writes to `input`, except where MPI_IN_PLACE makes
/// it the receive buffer.
enum class Area : unsigned char { input, output, scratch, even, odd };
inline constexpr std::size_t areas = 5;

/// An element of an area, counted from its start.
struct Place {
  Area area;
  std::int64_t at;
  bool operator==(const Place&) const = default;
};

/// A message that this rank sends or receives. Its `request` is the index in the array of all requests of the plan.
struct Transfer {
  Rank peer;
  int tag;  ///< the number of the round, modulo the tags that every MPI has (MPI 4.0, 9.1.2: up to 32767)
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

/// What a rank does at once: `pack`, then post (`receives`, `sends`, and the receives of the next phase whose memory is
/// already free), wait for its own `requests`, then `work`, in order.
struct Phase {
  std::vector<Work> pack;
  std::vector<Transfer> receives, sends, early_receives;
  int first_request = 0, requests = 0;
  std::vector<Work> work;
};

struct Plan {
  std::vector<Phase> phases;
  int requests = 0;
  std::array<std::int64_t, areas> elements{};  ///< the size of each area
};

/// What in a plan would write to the input or reach outside its areas, or nothing. O(plan).
std::optional<std::string> find_forbidden_access(const Plan& plan);

/// The part of `rank`; throws std::logic_error where it has a forbidden access. The schedule needs to hold the steps of
/// that rank only. `partition` cuts the vector into schedule.blocks blocks. With `in_place` the input of this rank lies
/// in its receive buffer (MPI 4.0, 6.9.1, 6.9.6, 6.10).
Plan plan(const Schedule& schedule, Collective collective, Rank root, Rank rank, const Partition& partition,
          bool in_place);

/// The same from a proof: what the executor takes.
inline Plan plan(const Proved& proved, Rank rank, const Partition& partition, bool in_place) {
  return plan(proved.schedule(), proved.collective(), proved.root(), rank, partition, in_place);
}

}  // namespace tutti
