// What `tutti conform` reports as one page for a browser.
#pragma once
#include <string>

#include "cli/conform/report.hpp"

namespace tutti::cli {

/// Needs nothing but itself, and reads in dark and in light: totals, procedures by numbers of ranks and by what their
/// cases have about them, and each failure with its smallest case, the command and the C program that show it.
std::string print_html(const ConformRun& run);

}  // namespace tutti::cli
