// The profiles that come with tutti.
#include "verified/choose/shipped.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <stdexcept>
#include <string>

#include "tests/support/program.hpp"

namespace tutti {
namespace {

TEST_CASE("a shipped profile has a name, and any other name is that of a file") {
  for (const char* name : {"node", "node-openmpi", "assumed"}) CHECK(is_shipped(name));
  CHECK(write_profile(named_profile("node")) == write_profile(node_profile(Mpi::mpich)));
  CHECK(write_profile(named_profile("node-openmpi")) == write_profile(node_profile(Mpi::openmpi)));
  CHECK(write_profile(named_profile("assumed")) == write_profile(default_profile()));
  CHECK_FALSE(is_shipped("./node"));
  CHECK_FALSE(is_shipped(""));
  CHECK_THROWS_WITH_AS(named_profile("nodes"), doctest::Contains("nodes: cannot be read"), std::invalid_argument);
  const Folder folder;
  const auto file = (folder / "profile.json").string();
  auto profile = node_profile(Mpi::mpich);
  profile.machine = "mine";
  std::ofstream(file) << write_profile(profile);
  CHECK(named_profile(file).machine == "mine");
}

TEST_CASE("ranks of one node have the profile that was measured on one, others the assumed one") {
  for (const auto mpi : {Mpi::mpich, Mpi::openmpi}) {
    CHECK(profile_of_place(true, mpi).machine == node_profile(mpi).machine);
    CHECK(profile_of_place(false, mpi).machine == default_profile().machine);
  }
}

TEST_CASE("the profile of a node says where it was measured, how well it fits, and is read as it is written") {
  for (const auto mpi : {Mpi::mpich, Mpi::openmpi}) {
    const auto profile = node_profile(mpi);
    CHECK(profile.machine.find(mpi == Mpi::mpich ? "MPICH 4" : "Open MPI 4") != std::string::npos);
    REQUIRE(profile.errors);
    CHECK(profile.regimes.size() > 1);
    CHECK(profile.errors->regimes.size() == profile.regimes.size());
    const auto text = write_profile(profile);
    CHECK(write_profile(parse_profile(text, "shipped")) == text);
  }
}

}  // namespace
}  // namespace tutti
