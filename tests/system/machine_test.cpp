// What a process says of the machine that it runs on.
#include "verified/system/machine.hpp"

#include <set>
#include <stdexcept>
#include <string>

#include "tests/support/property.hpp"

namespace tutti {
namespace {

TEST_CASE("this machine has a processor, and is read as it was printed") {
  const auto here = machine_here();
  CHECK_FALSE(here.processors.empty());
  CHECK(here.host != "unknown");
  CHECK(print(parse_machine(print(here))) == print(here));
}

TEST_CASE("a list of processors is read as it was printed, and ranges are as long as they can be") {
  CHECK(print_list({0, 1, 2, 3, 8}) == "0-3,8");
  CHECK(print_list({}).empty());
  property(
      "a list of processors is read as it was printed",
      [] {
        std::set<int> some{draw(64)};
        for (int i = draw(20); i > 0; --i) some.insert(draw(2000));
        RC_ASSERT(parse_list(print_list(some)) == some);
      },
      100);
}

TEST_CASE("what is no machine is refused with the line that is wrong") {
  for (const auto* text :
       {"", "host a\n", "processors \n", "processors 3-\n", "processors 1;2\n", "processors -1\n",
        "processors 0-9999999\n", "processors 4-2\n", "processors 0\nload much\n", "processors 0\nload -1\n",
        "processors 0\ncolour red\n", "processors 99999999999999999999\n"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_machine(text), std::invalid_argument);
  }
  CHECK(parse_machine("processors 0\nhost\n").host == "unknown");
}

TEST_CASE("a processor is named as any architecture names it") {
  CHECK(cpu_model("processor\t: 0\nmodel name\t: A CPU @ 2 GHz\nmodel name : B\n") == "A CPU @ 2 GHz");
  CHECK(cpu_model("processor : 0\ncpu\t\t: POWER9, altivec supported\n") == "POWER9, altivec supported");
  CHECK(cpu_model("CPU part\t: 0xd0c\n") == "0xd0c");
  CHECK(cpu_model("nothing of the kind") == "unknown");
}

}  // namespace
}  // namespace tutti
