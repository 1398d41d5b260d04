// What a machine charges: the prices of both cost models, as measured by `tutti-mpi calibrate` or written by hand.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verified/check/cost.hpp"
#include "verified/choose/measured.hpp"

namespace tutti {

/// No number in a profile is larger, so that whatever is computed from a few of them has a value.
inline constexpr double largest_number = 1e30;

/// How well the prices describe what was measured (verified/choose/fit.hpp).
struct FitErrors {
  /// Relative root mean square of measured against fitted times: 0.1 is "off by 10 %".
  double two_way, one_way, fold, spacing, send;
  std::vector<double> regimes = {};  ///< of two-way and one-way messages together, in each regime of the profile
  Prices prices;                     ///< standard error of each price, in its unit
  LogGP loggp;                       ///< likewise
};

struct Profile {
  std::string machine;  ///< where the prices come from; free text
  Prices prices;
  LogGP loggp;
  std::optional<FitErrors> errors;                ///< none where the prices were not fitted
  std::vector<MeasuredCollective> measured = {};  ///< where the selector goes by these, not by the prices
  /// What messages cost in the papers' model where one line does not tell: ascending, the first from 0. Empty: `prices`
  /// do.
  std::vector<Regime> regimes = {};
};

/// Where no profile is given: assumed prices, since the papers print none. Their ratios (alpha / beta = 2500 B, gamma /
/// beta = 0.5, f_alpha = 0.6, f_beta = 0.7) are such that what Rabenseifner, section 4, states for vectors of 32 KB
/// holds (tests/choose/profile_test.cpp); their scale, alpha = 10 us, is that of a machine of that time. In LogGP a
/// one-way message takes the same time; how it is shared between L, o and g is assumed.
Profile default_profile();

/// JSON, SI seconds and bytes:
///   {"version": 1, "machine": "…", "prices": {"alpha", "beta", "gamma", "f_alpha", "f_beta"},
///    "loggp": {"latency", "overhead", "gap", "gap_per_byte"},
///    "regimes": [{"from", "alpha", "beta", "alpha_uni", "beta_uni"}, …],
///    "fit": {"relative_rms": {"two_way", "one_way", "fold", "spacing", "send", "regimes": [0.1, …]},
///            "standard_error": {"prices": {…}, "loggp": {…}}},
///    "measured": [{"collective": "allreduce", "p": 2, "candidates": [
///       {"algorithm": "allreduce/ring", "shape": [2, 3], "times": [{"bytes", "seconds", "in_row", "changing"},
///        …]}, …]}, …]}
/// "fit" is absent where nothing was fitted, "regimes" where one line tells what messages cost, "measured" where no
/// collective was measured, "shape" where the algorithm has none, "in_row" where calls were timed one by one alone,
/// "changing" there and where there is no root; the algorithm of the MPI's own procedure is "native".
/// read_profile(write_profile(x)) is x.
std::string write_profile(const Profile& profile);

/// Reads that text. Every field but those that may be absent must be there; fields of another name are ignored, so that
/// later versions may add some. std::invalid_argument, which begins with `source` and names the field and the remedy,
/// for text that is not JSON, another version, a missing field, and a value that is no number, negative or above 1e30;
/// for a collective that there is not, or twice for the same p, and times or regimes that do not ascend in bytes. An
/// algorithm that there is not is no fault: it is of another version.
Profile parse_profile(std::string_view text, const std::string& source);

/// The profile in the file at `path`. std::invalid_argument as above, and where the file cannot be read.
Profile read_profile(const std::string& path);

}  // namespace tutti
