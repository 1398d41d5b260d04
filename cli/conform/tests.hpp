// What `tutti conform` reports to CI servers: each case is a test.
#pragma once
#include <string>

#include "cli/conform/report.hpp"

namespace tutti::cli {

/// Failures that are expected pass, as skipped with the reason; undecided cases are errors.
std::string print_junit(const ConformRun& run);

/// TAP 14 (testanything.org). Failures that are expected are "not ok … # TODO".
std::string print_tap(const ConformRun& run);

}  // namespace tutti::cli
