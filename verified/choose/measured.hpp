// Times of collectives that were measured on a machine, where prices of messages do not tell enough.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spec/collective.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {

/// How a call was timed: alone, until the last rank is done; as one of many in a row, among which ranks run ahead of
/// others: a root may be flooded with what it does not expect yet, or hide what it waits for; and in a row from
/// changing roots, where whoever was the root last comes late.
enum class Way { alone, in_row, changing };
inline constexpr std::array ways{Way::alone, Way::in_row, Way::changing};

/// Seconds of a call whose largest buffer of a rank has so many bytes.
struct MeasuredTime {
  double bytes, seconds;
  std::optional<double> in_row = {};    ///< none in profiles of old
  std::optional<double> changing = {};  ///< none in these either, nor where there is no root
  bool operator==(const MeasuredTime&) const = default;
  /// Where one way was not measured, as the one before it.
  double by(Way way) const;
};

/// What may serve a call: a schedule, or the MPI's own procedure.
struct MeasuredCandidate {
  std::string algorithm;            ///< by its name; empty: the MPI's own
  Shape shape;                      ///< of a family
  std::vector<MeasuredTime> times;  ///< at least one, ascending in bytes
  bool operator==(const MeasuredCandidate&) const = default;

  bool is_native() const { return algorithm.empty(); }
  /// On the lines between the times; below the first as the first, above the last on the line of the last two.
  double seconds(double bytes, Way way = Way::alone) const;
};

/// The candidates of a collective on so many ranks, where the root does not change from root 0, by sums of doubles
/// where it combines.
struct MeasuredCollective {
  Collective collective;
  int ranks;
  std::vector<MeasuredCandidate> candidates;
  bool operator==(const MeasuredCollective&) const = default;
};

/// How many times as long as the fastest of its rivals the candidate takes, at least once: in the way in which it is
/// the most.
double worst_ratio(const MeasuredCandidate& candidate, std::span<const MeasuredCandidate* const> rivals, double bytes);

/// That of the collective on so many ranks; null where there is none.
const MeasuredCollective* find_measured(std::span<const MeasuredCollective> all, Collective collective, int ranks);

}  // namespace tutti
