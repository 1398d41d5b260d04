// What an application called, as libtutti has recorded it (spec/recording.schema.json).
#pragma once
#include <string>
#include <vector>

namespace tutti::cli {

/// The cases that are like the calls of all ranks, each once, as lines of text. `file` is that of TUTTI=record=FILE:
/// rank r has written FILE.r. UsageError where a rank's is missing, unreadable or no recording, or no call is like a
/// case.
std::vector<std::string> cases_of_calls(const std::string& file);

}  // namespace tutti::cli
