// Compiled with -O1, since it reads many recordings.
// Recordings that are nearly right.
#include "tests/support/garbled.hpp"

#include <stdexcept>

#include "tests/baseline/machine.hpp"

namespace tutti::baseline {
namespace {

TEST_CASE("a recording that is garbled is refused, or is one that can be written and read again") {
  const Grid grid{{Procedure::allreduce}, {2}, {8, 1024}};
  reads_or_refuses<std::invalid_argument>("garbled recordings", {write_recording(record({}, grid))},
                                          [](const std::string& text) {
                                            const auto recording = parse_recording(text, "old.json");
                                            RC_ASSERT(parse_recording(write_recording(recording), "x") == recording);
                                          });
}

}  // namespace
}  // namespace tutti::baseline
