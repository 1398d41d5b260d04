#include "cli/conform/calls.hpp"

#include <fmt/format.h>

#include <set>

#include "cli/common/commands.hpp"
#include "cli/recording.hpp"

namespace tutti::cli {

CasesOfCalls cases_of_calls(const std::string& file) {
  CasesOfCalls found;
  std::set<std::string> known;
  std::int64_t calls = 0, folded = 0, unlike = 0;
  const auto recording = read_recorded_application("--calls", file);
  for (const auto& recorded : recording.calls) {
    calls += recorded.calls;
    if (recorded.folded)
      folded += recorded.calls;
    else if (recorded.like.empty())
      unlike += recorded.calls;
    else if (known.insert(recorded.like).second)
      found.cases.push_back(conform::parse_case(recorded.like));
  }
  if (found.cases.empty())
    throw UsageError(
        "--calls " + file +
        ": no call has predefined datatypes and operators on an intracommunicator, so none is like a case");
  found.summary = fmt::format(
      "--calls {}: {} cases for {} of {} calls; {} have no case, for a datatype or operator of the application or an "
      "intercommunicator; {} are recorded without arguments",
      file, found.cases.size(), calls - folded - unlike, calls, unlike, folded);
  return found;
}

}  // namespace tutti::cli
