// Whether the times of a recording can be trusted: whether it would alarm when it is held against itself.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "verified/baseline/recording.hpp"

namespace tutti::baseline {

/// The median of each launch in which the call was timed, in the order of launches; seconds.
std::vector<double> launch_medians(const TimeCell& cell);

/// Launches below which nothing can be said of noise, since no difference of their halves would be sure.
inline constexpr int least_launches = 8;

/// Why times that differ by `factor` may do so by chance; nothing where they hardly can. Launches are split in two
/// ways, into the first and the second half and into every other one: where of more than 1 % of the cells the parts
/// differ by that factor, and surely (a rank sum test at 5 %), it is noise. So it is where a cell that was timed twice
/// in each launch differs from itself by that factor. The text says what may have disturbed, such as the load.
std::optional<std::string> noise(const Recording& recording, double factor);

}  // namespace tutti::baseline
