// The machine that this process runs on, as text, so that a process elsewhere can tell of its own.
#pragma once
#include <set>
#include <string>
#include <string_view>

namespace tutti {

/// What cannot be read is "unknown".
struct Machine {
  std::string host = "unknown", kernel = "unknown", cpu = "unknown", governor = "unknown";
  std::set<int> processors = {};  ///< that this process may run on; at least one where it has been asked
  double load = 0;                ///< processes that want to run, of the last minute; 0 where it is not known
  bool operator==(const Machine&) const = default;
};

Machine machine_here();

/// A line for each of its fields: "host a", "processors 0-3,8".
std::string print(const Machine& machine);
/// Throws std::invalid_argument with a line that is none of these, and where there are no processors.
Machine parse_machine(const std::string& text);

/// "0-3,8"; empty where there are none.
std::string print_list(const std::set<int>& numbers);
/// Throws std::invalid_argument for what is no such list, is above 2^20, or empty.
std::set<int> parse_list(const std::string& text);

/// The model of the first processor in the text of /proc/cpuinfo, of whatever architecture; "unknown" where none is
/// said.
std::string cpu_model(const std::string& cpuinfo);

}  // namespace tutti
