// Compiled with -O1, since it reads many files.
// Profiles and files of calls that are nearly right.
#include "tests/support/garbled.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verified/choose/benefit.hpp"
#include "verified/choose/profile.hpp"

namespace tutti {
namespace {

TEST_CASE("a profile that is garbled is refused, or is one that can be written and read again") {
  auto measured = default_profile();
  measured.measured.push_back({Collective::allreduce, 4, {{"allreduce/ring", {}, {{8, 1e-6}, {1024, 2.5e-6}}}}});
  reads_or_refuses<std::invalid_argument>(
      "garbled profiles", {write_profile(default_profile()), write_profile(measured)}, [](const std::string& text) {
        const auto profile = parse_profile(text, "profile.json");
        RC_ASSERT(write_profile(parse_profile(write_profile(profile), "again")) == write_profile(profile));
      });
}

TEST_CASE("a file of calls that is garbled is read or refused") {
  reads_or_refuses<std::invalid_argument>(
      "garbled calls",
      {R"({"version": 1, "calls": [{"collective": "allreduce", "p": 33, "bytes": 1048576, "count": 3}]})",
       R"({"version": 1, "calls": [{"collective": "bcast", "p": 4, "bytes": 8, "count": 1, "algorithm": "bcast/linear"},
           {"collective": "reduce", "p": 2, "bytes": 0, "count": 9}]})"},
      [](const std::string& text) { parse_calls(text, "calls.json"); });
}

}  // namespace
}  // namespace tutti
