// What every program does with bad usage.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "tests/support/program.hpp"
#include "tests/support/says.hpp"

namespace tutti {

/// Status 2, nothing on standard output, and one line that says what is wrong.
inline void check_refused(const Outcome& outcome, const std::string& what) {
  CAPTURE(outcome.err);
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK(std::ranges::count(outcome.err, '\n') == 1);
  CHECK(says(outcome.err, what));
}

}  // namespace tutti
