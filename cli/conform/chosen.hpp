// What was reached of all that an MPI lets one choose at a launch.
#pragma once
#include <string>

#include "cli/conform/report.hpp"

namespace tutti::cli {

/// A row for each procedure of the run's choices: how many there are, how many are seen to change how it works
/// (effect.hpp), under how many cases came to a verdict, and how many cases passed and failed; then which were not
/// reached, and why, and what nobody knows how to choose. Empty where there are no choices.
std::string print_chosen(const ConformRun& run);

}  // namespace tutti::cli
