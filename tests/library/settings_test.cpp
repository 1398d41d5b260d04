// What libtutti refuses in its environment variables, which one is named, and that settings reach other ranks whole.
// That a program ends then, with status 2, is tried under each MPI (library/*/refuses).
#include "verified/library/settings.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "tests/support/program.hpp"
#include "tests/support/says.hpp"
#include "verified/choose/shipped.hpp"

namespace tutti::library {
namespace {

constexpr Environment nothing{};
const std::string measured = TUTTI_SOURCE_DIR "/tests/mpi/library/measured.json";

/// What read_settings says, empty where it takes them.
std::string refusal(const Environment& environment) {
  try {
    read_settings(environment);
    return "";
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

/// The environment in which one variable is set to this.
struct Wrong {
  const char* Environment::*variable;
  const char* text;
  std::string says;  ///< how the refusal begins
};

TEST_CASE("a setting that cannot be is refused with the name of its variable and what is wrong") {
  const Wrong all[] = {
      {&Environment::modes, "rnu", "TUTTI: there is no 'rnu'; it is a list of: run, native, check,"},
      {&Environment::modes, "run,", "TUTTI: there is no ''"},
      {&Environment::modes, "after=x", "TUTTI: 'after=x' needs a number of calls from 0 on, such as after=10"},
      {&Environment::modes, "after=-1", "TUTTI: 'after=-1' needs"},
      {&Environment::modes, "after=1x", "TUTTI: 'after=1x' needs"},
      {&Environment::modes, "after=99999999999999999999", "TUTTI: 'after=99999999999999999999' needs"},
      {&Environment::modes, "record=", "TUTTI: 'record=' needs the name of a file"},
      {&Environment::modes, "record=folder/", "TUTTI: 'record=folder/' needs the name of a file"},
      {&Environment::modes, "record=/nowhere/x", "TUTTI: 'record=/nowhere/x': there cannot be such a file"},
      {&Environment::modes, "run,record=x", "TUTTI: run, check and record=FILE exclude each other"},
      {&Environment::modes, "run,check", "TUTTI: run, check and record=FILE exclude each other"},
      {&Environment::modes, "sample=2", "TUTTI: sample=CALLS is for check"},
      {&Environment::modes, "check,sample=0", "TUTTI: 'sample=0' needs a number of calls from 1 on"},
      {&Environment::modes, "check,native", "TUTTI: native is for run"},
      {&Environment::modes, "run,native", "TUTTI: native needs a TUTTI_PROFILE in which collectives were measured"},
      {&Environment::algorithms, "allreduce", "TUTTI_ALGORITHMS: 'allreduce' is no COLLECTIVE=ALGORITHM"},
      {&Environment::algorithms, "reduc=ring", "TUTTI_ALGORITHMS: there is no collective 'reduc'"},
      {&Environment::algorithms, "bcast=ring", "TUTTI_ALGORITHMS: bcast has no algorithm 'ring'; it has: off, "},
      {&Environment::verbose, "yes", "TUTTI_VERBOSE: 'yes' is neither 0 nor 1"},
      {&Environment::profile, "/nowhere", "TUTTI_PROFILE: /nowhere"},
      {&Environment::check_exit, "yes", "TUTTI_CHECK_EXIT: 'yes' is neither 0 nor 1"},
      {&Environment::check_junit, "/nowhere/junit.xml", "TUTTI_CHECK_JUNIT: '/nowhere/junit.xml' cannot be written to"},
      {&Environment::bits, "p", "TUTTI_BITS: "},
      {&Environment::bits, "size,", "TUTTI_BITS: "},
      {&Environment::transport, "nodes",
       "TUTTI_TRANSPORT: 'nodes' is no transport; it is one of: point_to_point, node"},
  };
  for (const auto& wrong : all) {
    auto environment = nothing;
    environment.*wrong.variable = wrong.text;
    const auto found = refusal(environment);
    CAPTURE(wrong.text);
    CAPTURE(found);
    CHECK(found.starts_with(wrong.says));
    CHECK(!says(found, "\n"));
  }
}

TEST_CASE("where bits are to be those of one tree, whatever has other bits is refused") {
  const Wrong all[] = {
      {&Environment::modes, "check", "TUTTI_BITS: under TUTTI=check and record=FILE the MPI makes the bits"},
      {&Environment::modes, "record=x", "TUTTI_BITS: under TUTTI=check and record=FILE the MPI makes the bits"},
      {&Environment::modes, "run,native", "TUTTI_BITS: under TUTTI=native the MPI makes the bits"},
      {&Environment::modes, "after=3", "TUTTI_BITS: with after=3 in TUTTI the MPI makes the bits of the first calls"},
      {&Environment::algorithms, "scan=linear", "TUTTI_BITS: TUTTI_ALGORITHMS names what serves scan"},
      {&Environment::algorithms, "bcast=linear,reduce=off", "TUTTI_BITS: TUTTI_ALGORITHMS names what serves reduce"},
  };
  for (const auto& wrong : all) {
    auto environment = nothing;
    environment.bits = "size";
    environment.profile = measured.c_str();
    CHECK(refusal(environment) == "");
    environment.*wrong.variable = wrong.text;
    const auto found = refusal(environment);
    CAPTURE(wrong.text);
    CAPTURE(found);
    CHECK(found.starts_with(wrong.says));
  }
}

TEST_CASE("what can be is taken, as it is said") {
  auto environment = nothing;
  CHECK(read_settings(environment).mode == Mode::run);
  CHECK(read_settings(environment).after == 10);
  environment.modes = "check,sample=7,after=0";
  environment.algorithms = "allreduce=ring,bcast=off";
  environment.check_exit = "1";
  const auto settings = read_settings(environment);
  CHECK(settings.mode == Mode::check);
  CHECK(settings.sample == 7);
  CHECK(settings.after == 0);
  CHECK(settings.check_exit);
  CHECK(!settings.verbose);
  CHECK(settings.preference(Collective::bcast).off);
  REQUIRE(settings.preference(Collective::allreduce).algorithm);
  CHECK(settings.preference(Collective::allreduce).algorithm->name == "allreduce/ring");
  CHECK(!settings.preference(Collective::scan).off);
  environment = nothing;
  environment.modes = "native,run";
  environment.profile = measured.c_str();
  CHECK(read_settings(environment).native);
}

TEST_CASE("other ranks get the settings of rank 0 whole") {
  const Folder folder;
  const auto record = "record=" + (folder / "calls").string() + ",after=3";
  const auto junit = (folder / "junit.xml").string();
  auto recording = nothing, checking = nothing, serving = nothing, by_tree = nothing, by_node = nothing;
  recording.modes = record.c_str();
  recording.verbose = "1";
  checking.modes = "check,sample=5";
  checking.check_exit = "1";
  checking.check_junit = junit.c_str();
  serving.modes = "native";
  serving.profile = measured.c_str();
  serving.algorithms = "bcast=off,scan=linear";
  by_tree.bits = "size";
  by_node.transport = "node";
  by_node.profile = "node";
  CHECK(read_settings(by_node).profile.value().machine == node_profile(Mpi::mpich).machine);
  CHECK(!read_settings(nothing).profile);
  CHECK(read_settings(by_node).by_node);
  CHECK(!read_settings(nothing).by_node);
  for (const auto& environment : {nothing, recording, checking, serving, by_tree, by_node}) {
    const auto at_rank_0 = read_settings(environment);
    const auto text = write_settings(at_rank_0);
    const auto elsewhere = parse_settings(text);
    CAPTURE(text);
    CHECK(write_settings(elsewhere) == text);
    CHECK(elsewhere.mode == at_rank_0.mode);
    CHECK(elsewhere.native == at_rank_0.native);
    CHECK(elsewhere.after == at_rank_0.after);
    CHECK(elsewhere.record == at_rank_0.record);
    CHECK(elsewhere.verbose == at_rank_0.verbose);
    CHECK(elsewhere.sample == at_rank_0.sample);
    CHECK(elsewhere.check_exit == at_rank_0.check_exit);
    CHECK(elsewhere.check_junit == at_rank_0.check_junit);
    CHECK(elsewhere.one_tree == at_rank_0.one_tree);
    CHECK(elsewhere.by_node == at_rank_0.by_node);
    CHECK(elsewhere.profile.has_value() == at_rank_0.profile.has_value());
    for (const auto& c : collectives) {
      CHECK(elsewhere.preference(c.id).off == at_rank_0.preference(c.id).off);
      CHECK(elsewhere.preference(c.id).algorithm == at_rank_0.preference(c.id).algorithm);
    }
  }
}

}  // namespace
}  // namespace tutti::library
