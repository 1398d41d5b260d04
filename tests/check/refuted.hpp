// Hand-written wrong schedules. A file in tests/refuted is a row: its name is the entry, and its first line, after
// "// refuted: ", is the counterexample that it must give.
#pragma once
#include <span>
#include <string>

#include "verified/check/progress.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti {

struct Wrong {
  std::string name;        ///< of the file, without .cpp
  Algorithm algorithm;     ///< where it is a schedule
  Programs (*programs)();  ///< where it is none, because a schedule cannot express it; else null
};

/// All files of tests/refuted, by name.
std::span<const Wrong> wrong_ones();

/// Enters a schedule for `collective` and what it claims to need under the name of the file in which it stands.
struct WrongSchedule {
  WrongSchedule(Collective collective, Schedule (*make)(const Group&), Needs claims,
                const char* file = __builtin_FILE());
};

/// Enters programs that wait for ever.
struct WrongPrograms {
  explicit WrongPrograms(Programs (*programs)(), const char* file = __builtin_FILE());
};

}  // namespace tutti
