// Many tests at once: how surely none of those that alarm does so by chance.
#pragma once
#include <vector>

namespace tutti::baseline {

/// The p-values corrected by Holm's method, in the order of `p`: where one alarms if its corrected value is at most x,
/// the chance that any alarms falsely is at most x, however the tests depend on each other. Never above 1.
std::vector<double> holm(const std::vector<double>& p);

/// The chance that any of the tests of a comparison alarms falsely.
inline constexpr double surely = 0.05;

}  // namespace tutti::baseline
