// The files that show the failures of `tutti conform` again.
#pragma once
#include <functional>
#include <string>

#include "cli/conform/report.hpp"

namespace tutti::cli {

/// UsageError where `folder`, the value of `option`, is no folder to write to and cannot be made one.
void make_folder(const std::string& option, const std::string& folder);

/// Writes the C program of each failure that stands for itself, and for those that need other cases before them a file
/// for --cases; their names go to run.files. UsageError where one cannot be written.
void write_reproducers(ConformRun& run, const std::string& folder);

/// Compiles each of these programs and launches it some times (verified/conform/drive/rehearsal.hpp); what comes of it
/// goes to run.tried. `compiler` may be empty, where nobody knows one. Progress goes to standard error where `shows`.
void try_reproducers(ConformRun& run, const std::string& compiler, const conform::Launcher& launcher, bool shows,
                     const std::function<bool()>& stop);

}  // namespace tutti::cli
