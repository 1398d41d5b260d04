// The wrong schedules of tests/refuted in the registry, each under the name of its file, so that a program can show
// them.
#include "tests/check/refuted.hpp"

namespace tutti {

WrongSchedule::WrongSchedule(Collective collective, Schedule (*make)(const Group&), Needs claims, const char* file) {
  std::string name = file;
  name.erase(0, name.rfind('/') + 1);
  const auto path = "algorithms/" + std::string(row(collective).name) + "/" + name;
  Registered({.make = make, .needs = claims, .cost = {.paper = "", .differs = "0"}, .cites = "nobody"}, path.c_str());
}

/// What waits for ever is no schedule.
WrongPrograms::WrongPrograms(Programs (*)(), const char*) {}

}  // namespace tutti
