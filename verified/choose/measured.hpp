// Times of collectives that were measured on a machine, where prices of messages do not tell enough.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "spec/collective.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {

/// Seconds of a call whose largest buffer of a rank has so many bytes, until the last rank is done.
struct MeasuredTime {
  double bytes, seconds;
  bool operator==(const MeasuredTime&) const = default;
};

/// What may serve a call: a schedule, or the MPI's own procedure.
struct MeasuredCandidate {
  std::string algorithm;            ///< by its name; empty: the MPI's own
  Shape shape;                      ///< of a family
  std::vector<MeasuredTime> times;  ///< at least one, ascending in bytes
  bool operator==(const MeasuredCandidate&) const = default;

  bool is_native() const { return algorithm.empty(); }
  /// On the lines between the times; below the first as the first, above the last on the line of the last two.
  double seconds(double bytes) const;
};

/// The candidates of a collective on so many ranks, from root 0 where it has one, by sums of doubles where it combines.
struct MeasuredCollective {
  Collective collective;
  int ranks;
  std::vector<MeasuredCandidate> candidates;
  bool operator==(const MeasuredCollective&) const = default;
};

/// That of the collective on so many ranks; null where there is none.
const MeasuredCollective* find_measured(std::span<const MeasuredCollective> all, Collective collective, int ranks);

}  // namespace tutti
