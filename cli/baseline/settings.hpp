// tutti baseline compare --algorithms: which setting of the MPI gives an old tree back.
#pragma once
#include "cli/baseline/report.hpp"
#include "cli/common/parser.hpp"
#include "cli/conform/input.hpp"

namespace tutti::cli {

struct SettingsOptions {
  ConformOptions conform;  ///< launcher, worker and algorithms
  double try_limit = 120;  ///< seconds
};

void add_options_of_settings(Parser& parser, SettingsOptions& options);

/// Notes in each change of trees what came of the settings that may undo it, where --algorithms is given; UsageError
/// where it is not and another option is, or the worker is not of the MPI that the second record was made of, and for
/// wrong options. std::runtime_error where the worker does not start.
void try_settings_if_asked(const Parser& parser, SettingsOptions options, BaselineRun& run);

}  // namespace tutti::cli
