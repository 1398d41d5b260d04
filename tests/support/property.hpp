// rapidcheck inside doctest.
#pragma once
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>
#include <string>
#include <utility>

namespace tutti {

/// A number in [0, n), n >= 1, drawn by rapidcheck; evenly, however small the size of the case is.
inline int draw(int n) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, n)); }

/// A number from 10^low to 10^high, of any magnitude as often as of any other.
inline double draw_magnitude(int low, int high) { return std::pow(10.0, low + draw((high - low) * 1000 + 1) / 1000.0); }

/// Calls `holds` for `cases` random cases (RC_PARAMS=max_success=20 makes that 20 %, rounded up; 1000 ten times as
/// many), and fails the doctest case where one of them fails or fewer come to their end. `holds` draws with draw() or
/// *rc::gen::… and asserts with RC_ASSERT; RC_PRE discards a case. What is drawn depends on the seed in RC_PARAMS and
/// on `says`. Where `has_met_enough` is given, as many cases again are tried while it says no, at most twenty times: a
/// number of random cases that is met by luck alone is nothing to assert afterwards.
template <class F>
void property(const std::string& says, F holds, int cases = 100, const std::function<bool()>& has_met_enough = {}) {
  auto parameters = rc::detail::configuration().testParams;
  parameters.seed += std::hash<std::string>{}(says);
  cases = (cases * parameters.maxSuccess + 99) / 100;
  parameters.maxSuccess = cases;
  rc::detail::TestMetadata about;
  about.description = says;
  bool passed = true, enough = false;
  for (int times = 0; times < 20 && passed && !enough; ++times, ++parameters.seed) {
    const auto result = rc::detail::checkTestable(holds, about, parameters);
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    rc::detail::SuccessResult success;
    passed = result.match(success) && success.numSuccess >= cases;
    CHECK_MESSAGE(passed, says << ": " << text.str());
    enough = !has_met_enough || has_met_enough();
  }
  if (passed) CHECK_MESSAGE(enough, says << ": " << 20 * cases << " cases did not meet enough of what it is about");
}

}  // namespace tutti
