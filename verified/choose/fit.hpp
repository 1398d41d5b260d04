// From timings to prices: weighted least squares.
#pragma once
#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verified/choose/profile.hpp"

namespace tutti {

/// How long one operation on `bytes` bytes takes.
struct Timing {
  double bytes, seconds;
};

/// seconds = intercept + slope * bytes.
struct Line {
  double intercept = 0, slope = 0;              ///< both >= 0
  double intercept_error = 0, slope_error = 0;  ///< standard errors, from the residuals
  double relative_rms = 0;                      ///< root mean square of fitted / measured - 1: 8 B and 8 MB count alike
  double at(double bytes) const { return intercept + slope * bytes; }
};

/// Several timings of the same size become one, the fastest: what disturbs a measurement makes it longer, never
/// shorter. Sorted by size.
std::vector<Timing> fastest_per_size(std::span<const Timing> timings);

/// The line that minimises the sum of ((line - measured) / measured)^2 over the fastest timing of each size, among
/// those with no negative coefficient. std::invalid_argument, which says what of `what` is wrong, for fewer than three
/// different sizes, a negative size, and a time that is not positive and finite.
Line fit_line(std::string_view what, std::span<const Timing> timings);

/// What `tutti-mpi calibrate` measures between two ranks, at any sizes and in any order, a size as often as one likes.
struct Timings {
  std::vector<Timing> two_way;  ///< both send to each other at the same time, until both have received
  std::vector<Timing> one_way;  ///< half a round trip
  std::vector<Timing> fold;     ///< a local reduction of two vectors; bytes of one of them
  std::vector<Timing> spacing;  ///< what each message more in a row of short messages, sent back to back, takes
  std::vector<Timing> send;     ///< how long a send of a short message keeps the sender's processor
  /// Sizes, ascending, at which messages both ways were seen to come into another regime, where that was looked for.
  std::vector<double> begins = {};
};

/// The straight lines through the timings.
struct Lines {
  Line two_way, one_way, fold, spacing, send;
};
Lines fit_lines(const Timings& timings);

/// Messages of at least so many bytes, each on a line of its own.
struct FittedRegime {
  double from;  ///< bytes; 0 of the first
  Line two_way, one_way;
  double relative_rms = 0;  ///< of both together
};

/// The regimes of messages: of all ways to cut the sizes that were timed both ways into at most six runs of at least
/// three sizes, with both lines fitted to each run (fit_line), the one whose mean square error is least when each more
/// regime must lower it by a third, beyond what is noise anyway, 2 %. A regime begins where that was seen between
/// the last size of the one before and its own first, or halfway, by the ratio. std::invalid_argument as for fit_line.
std::vector<FittedRegime> fit_regimes(const Timings& timings);

/// Seconds of messages of three sizes, both ways together, timed in turns, so that a slow moment is one for all.
using TimeThree = std::function<std::array<double, 3>(const std::array<double, 3>& bytes)>;

/// Where each regime of these timings but the first begins, to 2 % or one double, for Timings::begins: by halving, in
/// ratio, what lies between the last size of the regime before and its own first one. The middle is of the regime whose
/// lines tell better how its time compares with that of the end that is of this regime, both being timed anew.
/// std::invalid_argument as for fit_line.
std::vector<double> find_regimes_begin(const Timings& timings, const TimeThree& time);

/// The prices that the lines give, with their errors:
///   alpha, beta          the two-way line; f_alpha and f_beta the ratios of the one-way line to it, whatever they are
///   gamma                the slope of the fold line; its intercept, the call of a kernel, is part of no model
///   o, g                 the send and the spacing line at 1 byte
///   L + 2o, G            the one-way line at 1 byte, and its slope; L is 0 where 2o exceeds the former
///   regimes              those of fit_regimes, where there are several
/// Standard errors of ratios and differences are put together as those of independent values.
/// std::invalid_argument as for fit_line, and where the two-way line has no positive latency or price per byte: the
/// ratios would mean nothing.
Profile fit_profile(std::string machine, const Timings& timings);

}  // namespace tutti
