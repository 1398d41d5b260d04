// What readers of schedules and plans throw.
#pragma once
#include <stdexcept>

namespace tutti::others {

/// A text is no schedule. what() is one line: where it is wrong, what is found and what is due.
struct NoSchedule : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tutti::others
