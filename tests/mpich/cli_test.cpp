// The program `tutti-mpi` from outside, as one process: bad input ends with status 2 and one line that says what is
// wrong.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"
#include "verified/choose/profile.hpp"

namespace tutti {
namespace {

/// Without the lines "[…] …" that the MPI library itself prints where, for instance, /sys is not mounted.
std::string without_the_library(const std::string& text) {
  std::istringstream lines(text);
  std::string ours;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("[")) ours += line + "\n";
  return ours;
}

Outcome tutti_mpi(const std::string& arguments) {
  auto outcome = run("ASAN_OPTIONS=detect_leaks=0 " TUTTI_MPI_PROGRAM, arguments);  // of libraries that MPI loads
  return {outcome.status, without_the_library(outcome.out), without_the_library(outcome.err)};
}

void is_refused(const std::string& arguments, const std::string& because) {
  CAPTURE(arguments);
  check_refused(tutti_mpi(arguments), because);
}

TEST_CASE("tutti-mpi refuses what does not exist, and says what does") {
  is_refused("run allreduce/rign", "did you mean allreduce/ring");
  is_refused("run --op sun", "there is no operator \"sun\"; there are max, min, sum");
  is_refused("run --type dubble", "there is no datatype \"dubble\"; there are");
  is_refused("run --op band --type double", "MPI does not define MPI_BAND for MPI_DOUBLE");
  is_refused("run --op word --type int", "has a datatype of its own");
  is_refused("run --no-such-option", "--no-such-option");
  is_refused("walk", "there is no command 'walk'; valid are: run, serve, calibrate, op");
  is_refused("", "name a command; see tutti-mpi --help");
}

TEST_CASE("tutti-mpi refuses a root outside the communicator, and counts that are none or too large") {
  is_refused("run reduce/ring --root 1", "--root");
  is_refused("run reduce/ring --root -1", "--root");
  is_refused("run reduce/ring --count 99999999999999999999", "--count");
  is_refused("run reduce/ring --count 2147483648", "--count");
  is_refused("run reduce/ring --count 3-", "--count");
  is_refused("run reduce/ring --json /no/such/folder/file", "--json");
}

TEST_CASE("tutti-mpi writes what it checked as JSON, and nothing else to standard output") {
  const auto outcome = tutti_mpi("run allreduce/ring --count 0,5 --op word,modular --json -");
  CHECK(outcome.status == 0);
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(json.at("version") == 1);
  CHECK(json.at("np") == 1);
  CHECK(json.at("mpi").get<std::string>().starts_with("MPICH"));
  CHECK(json.at("results").at(0).at("name") == "allreduce/ring");
  CHECK(json.at("results").at(0).at("cases") == 4);
  CHECK(json.at("results").at(0).at("verdict") == "holds");
}

TEST_CASE("tutti-mpi calibrate refuses a single process, and a call without a file for the profile") {
  const Folder folder;
  is_refused("calibrate --output " + (folder / "profile.json").string(), "two processes must exchange messages");
  CHECK(folder.empty());
  is_refused("calibrate", "--output is required");
}

TEST_CASE("tutti-mpi calibrate --collectives times schedules and the MPI's own procedure, and adds them to a profile") {
  const Folder folder;
  const auto prices = (folder / "prices.json").string(), both = (folder / "both.json").string();
  std::ofstream(prices) << write_profile(default_profile());
  const auto calibrate = [](const std::string& arguments) {
    return run(TUTTI_MPIEXEC " -genv LD_PRELOAD " TUTTI_YIELD " -n 2 " TUTTI_MPI_PROGRAM, "calibrate " + arguments);
  };
  const auto o = calibrate("--collectives barrier,gatherv --profile " + prices + " --output " + both);
  CHECK(o.status == 0);
  CHECK(o.out.find("ROOTS CHANGE") != std::string::npos);
  const auto profile = read_profile(both);
  CHECK(profile.machine == default_profile().machine);
  REQUIRE(profile.measured.size() == 2);
  for (const auto& m : profile.measured) {
    CHECK(m.ranks == 2);
    CHECK(m.candidates.back().is_native());
    for (const auto& c : m.candidates) {
      CHECK(c.times.size() == 1);
      CHECK(c.times[0].seconds > 0);
      CHECK(c.times[0].in_row.value() > 0);
      CHECK(c.times[0].changing.has_value() == row(m.collective).rooted());
      CHECK((c.is_native() || find_algorithm(c.algorithm)));
    }
  }
  const auto again = (folder / "again.json").string();
  CHECK(calibrate("--collectives barrier --quiet --profile " + both + " --output " + again).status == 0);
  CHECK(read_profile(again).measured.size() == 2);
  const auto wrong = calibrate("--collectives bcats --output " + again);
  CHECK(wrong.status == 2);
  CHECK(wrong.err.find("there is no collective 'bcats'; did you mean bcast?") != std::string::npos);
  const auto both_ways = calibrate("--collectives all,bcast --output " + again);
  CHECK(both_ways.status == 2);
  CHECK(both_ways.err.find("all stands alone") != std::string::npos);
}

TEST_CASE("tutti-mpi op refuses what it cannot run, before anything is run") {
  const std::string op = "op " TUTTI_SOURCE_DIR "/tests/mpi/op.c --function add --type ";
  is_refused("op --function f --type int", "file is required");
  is_refused("op f.c --type int", "--function is required");
  is_refused("op f.c --function f", "--type is required");
  is_refused("op no-such-file.so --function f --type int", "no-such-file.so");
  is_refused(op + "intt", "intt");
  is_refused(op + "int --commute 2", "--commute");
  is_refused(op + "int --count 0", "--count");
  is_refused(op + "int --tries 0", "--tries");
  is_refused(op + "int --seed -1", "--seed: -1 is below 0");
  is_refused("op " TUTTI_PROGRAM " --function f --type int", "is no source or shared library");
  is_refused(op + "int --json /no/such/folder/file", "--json");
  is_refused(op + "int --cflags \"'\"", "--cflags: a quote ' is not closed");
}

TEST_CASE("tutti-mpi op writes what it compared as JSON, and nothing else to standard output") {
  const auto outcome = tutti_mpi("op " TUTTI_SOURCE_DIR
                                 "/tests/mpi/op.c --function first_wins --type 'struct{double v; int i;}' --seed 3 "
                                 "--tries 5 --json -");
  CHECK(outcome.status == 0);  // a single rank combines nothing
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(json.at("version") == 1);
  CHECK(json.at("np") == 1);
  CHECK(json.at("function") == "first_wins");
  CHECK(json.at("commute") == true);
  CHECK(json.at("seed") == 3);
  CHECK(json.at("results").at(0).at("name") == "allreduce/binary_blocks");
  CHECK(json.at("results").at(0).at("verdict") == "equal");
  CHECK(json.at("results").at(0).at("tries") == 5);
}

TEST_CASE("tutti-mpi run refuses shapes, operators and buffers that do not go with the algorithm") {
  is_refused("run allreduce/mixed_radix --shape 7x2", "7x2");
  is_refused("run bcast/binomial --op sum", "bcast/binomial applies no operator; leave the option out");
  is_refused("run bcast/binomial --in-place", "bcast/binomial");
}

}  // namespace
}  // namespace tutti
