// The calls of an application as cases.
#pragma once
#include <string>
#include <vector>

#include "verified/conform/case/case.hpp"

namespace tutti::cli {

/// Cases, and what of the calls they are not like.
struct CasesOfCalls {
  std::vector<conform::Case> cases;
  std::string summary;  ///< how many calls there are, and of how many there is a case: one line
};

/// The cases that are like the calls of all ranks, each once. `file` is that of TUTTI=record=FILE. UsageError as
/// read_recorded_application(), and where no call is like a case.
CasesOfCalls cases_of_calls(const std::string& file);

}  // namespace tutti::cli
