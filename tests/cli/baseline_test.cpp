// `tutti baseline` on the command line, of a fake MPI (tests/conform/fake_mpi.cpp).
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "tests/cli/conform_program.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

Outcome baseline(const std::string& arguments) { return run(TUTTI_PROGRAM, "baseline " + arguments); }

/// Records a little.
Outcome record_fake(const std::string& file, const std::string& more = "") {
  return baseline("record " + file + " --np 1,2 --collective allreduce,bcast --bytes 8,64 " + more + fake);
}

/// Status 2, nothing on standard output, and one line that says what is wrong.
void check_refused(const std::string& arguments, const std::string& what) {
  const auto o = baseline(arguments);
  CAPTURE(arguments);
  CAPTURE(o.err);
  CHECK(o.status == 2);
  CHECK(o.out.empty());
  CHECK(std::ranges::count(o.err, '\n') == 1);
  CHECK(says(o.err, what));
}

TEST_SUITE_BEGIN("slow");

TEST_CASE("a record says what was done, and is the same as itself as text, JSON and JUnit") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  const auto recorded = record_fake(file("a.json"), "--launches 10 --seed 5 ");
  CHECK(recorded.status == 0);
  CHECK(says(recorded.out, "order of calls: --seed 5\nFake MPI 1.0\n"));
  CHECK(says(recorded.out, "trees of 2 reductions, which change at 0 sizes"));
  const auto json = Json::parse(read(folder / "a.json"));
  CHECK(json.at("version") == 1);
  CHECK(json.at("seed") == 5);
  CHECK(json.at("launches") == 10);
  CHECK(json.at("environment").at("mpi") == "Fake MPI 1.0");
  CHECK(json.at("missing").empty());
  CHECK(json.at("trees").at(1).at("segments").at(0).at("last_bytes") == 64);

  const auto same = baseline("compare " + file("a.json") + " " + file("a.json") + " --junit " + file("a.xml"));
  CHECK(same.status == 0);
  CHECK(says(same.out, "the same\n"));
  pugi::xml_document junit;
  REQUIRE(junit.load_file(file("a.xml").c_str()));
  CHECK(junit.select_nodes("//testcase").size() == 1 + 2 + 2 + 2);
  CHECK(junit.select_nodes("//failure|//error|//skipped").empty());
  const auto o = baseline("compare " + file("a.json") + " " + file("a.json") + " --json - --no-times");
  CHECK(o.status == 0);
  const auto report = Json::parse(o.out);
  CHECK(report.at("version") == 1);
  CHECK(report.at("verdict") == "same");
  CHECK(report.at("changes").empty());
  CHECK(report.at("times").is_null());
}

TEST_CASE("another tree gives status 1, and is drawn, and is a change in JSON and a failure in JUnit") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  CHECK(record_fake(file("a.json"), "--no-times ").status == 0);
  auto other = Json::parse(read(folder / "a.json"));
  auto& segment = other.at("trees").at(1).at("segments").at(0);
  segment.at("trees").at(0).at("tree") = "(1·0)";
  std::ofstream(file("b.json")) << other.dump();
  const auto o = baseline("compare " + file("a.json") + " " + file("b.json") + " --no-times --json " + file("c.json") +
                          " --junit " + file("c.xml"));
  CHECK(o.status == 1);
  CHECK(says(o.out, "tree      allreduce np 2, 8 to 64 bytes\n  before\n    (0·1) at ranks 0,1\n      ┬─ 0\n"));
  CHECK(says(o.out, "  now\n    (1·0) at ranks 0,1\n      ┬─ 1\n      └─ 0\n"));
  const auto change = Json::parse(read(folder / "c.json")).at("changes").at(0);
  for (const char* field : {"collective", "what", "from", "to", "np", "bytes", "factor", "interval"})
    CHECK(change.contains(field));
  CHECK(change.at("what") == "tree");
  CHECK(change.at("np") == 2);
  CHECK(change.at("bytes") == 8);
  pugi::xml_document junit;
  REQUIRE(junit.load_file(file("c.xml").c_str()));
  CHECK(junit.select_nodes("//failure").size() == 1);
  CHECK(baseline("compare " + file("a.json") + " " + file("b.json")).status == 1);  // although there are no times
  const auto undecided = baseline("compare " + file("a.json") + " " + file("a.json") + " --junit " + file("d.xml"));
  CHECK(undecided.status == 3);
  CHECK(says(undecided.out, "undecided: times: the first recording has no times"));
  REQUIRE(junit.load_file(file("d.xml").c_str()));
  CHECK(junit.select_nodes("//error").size() == 1);
}

TEST_CASE("what fails is not in the record, which says why, and has changed for one that has it") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  CHECK(record_fake(file("a.json"), "--no-times ").status == 0);
  setenv("TUTTI_FAKE", "differs", 1);
  const auto o = record_fake(file("b.json"), "--no-times ");
  unsetenv("TUTTI_FAKE");
  CHECK(o.status == 0);
  const auto compared = baseline("compare " + file("a.json") + " " + file("b.json") + " --no-times");
  CHECK(compared.status == 1);
  CHECK(says(compared.out, "allreduce np 2"));
}

TEST_CASE("bad usage of baseline gives status 2 and one line") {
  const Folder folder;
  const auto file = (folder / "a.json").string();
  check_refused("", "name a command; see tutti baseline --help");
  check_refused("recrod x", "there is no command 'recrod'; did you mean record?");
  check_refused("record", "FILE is required");
  check_refused("record " + file + " --bytes 8,x" + fake, "--bytes: 'x' is no size");
  check_refused("record " + file + " --np 0" + fake, "--np 0: must be at least 1");
  check_refused("record " + file + " --collective alreduce" + fake, "did you mean allreduce?");
  check_refused("record " + file + " --collective reduce_local" + fake, "reduce_local is no collective");
  check_refused("record " + file + " --launcher 'mpiexec'", "{np} is missing");
  check_refused("record " + (folder / "none/a.json").string() + fake, "cannot write there");
  check_refused("record " + file + " --launches 0" + fake, "--launches");
  CHECK(folder.empty());
}

TEST_CASE("recordings that are none, or no files, give status 2 and one line") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  REQUIRE(record_fake(file("a.json"), "--no-times ").status == 0);
  const auto text = read(folder / "a.json");
  const auto refused = [&](const std::string& other, const std::string& what) {
    std::ofstream(file("b.json")) << other;
    check_refused("compare " + file("b.json") + " " + file("a.json"), what);
    check_refused("compare " + file("a.json") + " " + file("b.json"), what);
  };
  refused("", "is not JSON");
  refused(text.substr(0, text.size() / 2), "is not JSON");
  refused("{}", "version is missing");
  refused("{\"version\": 2}", "version is 2, and only 1 is known");
  refused("{\"version\": 1}", "environment is missing");
  refused(std::string(1'000'000, '['), "nested more than 64 levels deep");
  REQUIRE(mkfifo(file("pipe").c_str(), 0600) == 0);
  check_refused("compare " + file("a.json") + " " + file("pipe"), "is no regular file");
  check_refused("compare " + file("pipe") + " " + file("a.json"), "is no regular file");
  check_refused("compare " + file("a.json") + " " + folder.path().string(), "is no regular file");
  check_refused("compare " + file("a.json") + " " + file("none"), "cannot be read: No such file");
  check_refused("compare " + file("a.json"), "NEW is required");
  check_refused("compare " + file("a.json") + " " + file("a.json") + " --factor 1", "a number above 1 is due");
  check_refused("compare " + file("a.json") + " " + file("a.json") + " --json " + file("a.json"), "reads that file");
  check_refused("compare " + file("a.json") + " " + file("a.json") + " --json - --junit -", "only one of them");
}

TEST_SUITE_END();

}  // namespace
}  // namespace tutti
