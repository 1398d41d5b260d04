// What a rank says of a case that is recorded rather than judged (verified/baseline): which bits its results have, and
// how long calls take.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::conform {

/// How often a call is made again, on the same operands, to see whether its bits are the same.
inline constexpr int digested_calls = 3;

/// The names of a rank's results (digest.hpp of the worker), each once, in the order of the calls: one where all calls
/// give the same bits, none where nothing is due to the rank.
struct Digests {
  std::vector<std::string> different;
  bool operator==(const Digests&) const = default;
};

/// The shares of calls that take no longer than the quantiles say.
inline constexpr std::array quantile_shares{0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0};
inline constexpr std::size_t median_quantile = 3;

/// How long the calls of one launch took from their common start until the last rank was done.
struct CallTimes {
  std::array<double, quantile_shares.size()> seconds;  ///< quantiles, ascending
  int calls = 0;                                       ///< that were counted, at least 1
  int late = 0;                                        ///< that were not, since a rank was not there at their start
  bool operator==(const CallTimes&) const = default;
};

/// The quantiles of the times of calls, in seconds; `times` is not empty.
CallTimes summarise(std::vector<double> times, int late);

/// "digests 0123456789abcdef", or "digests" where nothing is due.
std::string print(const Digests& digests);
/// "times CALLS LATE NANOSECONDS…", a number for each quantile.
std::string print(const CallTimes& times);

/// What such a note says; nothing for any other.
std::optional<Digests> parse_digests(std::string_view note);
std::optional<CallTimes> parse_times(std::string_view note);

}  // namespace tutti::conform
