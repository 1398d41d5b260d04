// `tutti baseline` on the command line, of a fake MPI (tests/conform/fake_mpi.cpp).
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "tests/cli/conform_program.hpp"
#include "tests/support/garbled.hpp"
#include "tests/support/recording.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

Outcome baseline(const std::string& arguments) { return run(TUTTI_PROGRAM, "baseline " + arguments); }

/// Records a little.
Outcome record_fake(const std::string& file, const std::string& more = "") {
  return baseline("record " + file + " --np 1,2 --collective allreduce,bcast --bytes 8,64 " + more + fake);
}

/// In lower case, with one space for each gap in it.
std::string plain(const std::string& text) {
  std::string all;
  for (const unsigned char c : text) {
    const bool is_gap = std::isspace(c) != 0;
    if (!is_gap || (!all.empty() && all.back() != ' ')) all += is_gap ? ' ' : static_cast<char>(std::tolower(c));
  }
  while (!all.empty() && all.back() == ' ') all.pop_back();
  return all;
}

/// Arguments that are bad usage give status 2 and one line, which says what is wrong.
void check_bad_baseline(const std::string& arguments, const std::string& what) {
  CAPTURE(arguments);
  check_refused(baseline(arguments), what);
}

/// All text of a page, in lower case, with a space for each gap in it.
std::string text_of_page(const std::string& file) {
  pugi::xml_document page;
  const auto parsed = page.load_file(file.c_str());
  CHECK_MESSAGE(parsed, parsed.description());
  std::string text;
  for (const auto& node : page.select_nodes("//text()")) text += std::string(node.node().value()) + " ";
  return plain(text);
}

/// Each line of the report for people, but for drawn trees, is on the page.
void check_is_on_page(const std::string& report, const std::string& file) {
  const auto page = text_of_page(file);
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    if (line.find("─") == std::string::npos) CHECK(page.find(plain(line)) != std::string::npos);
  }
}

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

TEST_CASE(
    "what a record says of the machine is of the ranks, wherever they run, and not of the program that starts them") {
  const Folder folder;
  setenv("TUTTI_FAKE", "other-nodes", 1);
  const auto o = record_fake((folder / "a.json").string(), "--no-times ");
  unsetenv("TUTTI_FAKE");
  CHECK(o.status == 0);
  const auto environment = Json::parse(read(folder / "a.json")).at("environment");
  CHECK(environment.at("hostname") == "node0, node1");
  CHECK(environment.at("cpu") == "Fake CPU");
  CHECK(says(environment.at("affinity").get<std::string>(), " on node0; "));
}

TEST_CASE(
    "where the launcher starts fewer ranks than were asked for, the rest is recorded, and the machine is theirs") {
  const Folder folder;
  setenv("TUTTI_FAKE", "at-most-1", 1);
  const auto o = record_fake((folder / "a.json").string(), "--no-times ");
  unsetenv("TUTTI_FAKE");
  CHECK(o.status == 0);
  const auto json = Json::parse(read(folder / "a.json"));
  CHECK_FALSE(json.at("results").empty());
  CHECK_FALSE(json.at("missing").empty());
  CHECK(json.at("environment").at("hostname") != "unknown");
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

TEST_CASE("compare --algorithms names the settings that give the old tree back, and says where none does") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  const std::string what = " --np 3 --collective allreduce --bytes 8,64 --no-times";
  setenv("TUTTI_FAKE", "differs", 1);
  CHECK(baseline("record " + file("odd.json") + what + fake).status == 0);
  unsetenv("TUTTI_FAKE");
  CHECK(baseline("record " + file("even.json") + what + fake).status == 0);
  std::ofstream(file("settings")) << "allreduce=plain env TUTTI_X=1\n"
                                     "allreduce=odd env TUTTI_FAKE=differs\n"
                                     "reduce=odd env TUTTI_FAKE=differs\n";
  const auto compared = [&](const char* before, const char* after, const std::string& settings,
                            const std::string& more) {
    return baseline("compare " + file(before) + " " + file(after) + " --no-times --algorithms " +
                    file(settings.c_str()) + more + fake);
  };
  const auto back =
      compared("odd.json", "even.json", "settings", " --json " + file("c.json") + " --html " + file("c.html"));
  CHECK(back.status == 1);
  check_is_on_page(back.out, file("c.html"));
  CHECK(says(back.out, "\n  gives the tree of before back: allreduce=odd: TUTTI_FAKE=differs\n"));
  CHECK_FALSE(says(back.out, "allreduce=plain"));
  const auto settings = Json::parse(read(folder / "c.json")).at("changes").at(0).at("settings");
  CHECK(settings.at("tried") == 2);
  CHECK(settings.at("of") == 2);
  CHECK(settings.at("back_by_itself") == false);
  CHECK(settings.at("give_back") ==
        Json::parse(R"([{"label": "allreduce=odd", "environment": {"TUTTI_FAKE": "differs"}, "arguments": ""}])"));
  std::ofstream(file("others")) << "allreduce=plain env TUTTI_X=1\n";
  CHECK(says(compared("odd.json", "even.json", "others", "").out,
             "\n  none of 1 setting gives the tree of before back\n"));
  CHECK(says(compared("even.json", "odd.json", "others", "").out,
             "\n  the MPI at hand has the tree of before without any setting\n"));
  CHECK(says(compared("odd.json", "even.json", "settings", " --try-limit 0").out,
             "2 more were not tried in time; --try-limit\n"));
  auto other = Json::parse(read(folder / "even.json"));
  other.at("environment").at("mpi") = "Another MPI";
  std::ofstream(file("another.json")) << other.dump();
  check_refused(compared("odd.json", "another.json", "settings", ""),
                "the worker has Fake MPI 1.0, and the second record is one of Another MPI");
  check_bad_baseline("compare " + file("odd.json") + " " + file("even.json") + " --try-limit 3",
                     "--try-limit needs --algorithms");
  check_bad_baseline("compare " + file("odd.json") + " " + file("even.json") + fake, "--launcher needs --algorithms");
}

TEST_CASE("a page has all that is printed, well-formed, with maps of times and both trees, whatever the texts are") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  REQUIRE(record_fake(file("a.json"), "--launches 10 ").status == 0);
  auto other = Json::parse(read(folder / "a.json"));
  other.at("trees").at(1).at("segments").at(0).at("trees").at(0).at("tree") = "(1·0)";
  other.at("environment").at("variables")["UCX_TLS"] = "</p><script>alert(1)</script> & \"tcp\"";
  other.at("environment").at("mpi") = "Other <MPI> 2";
  for (auto& cell : other.at("times"))
    if (cell.at("case").get<std::string>().starts_with("allreduce np=2 load=sum/double scene"))
      for (auto& launch : cell.at("launches"))
        for (auto& [name, value] : launch.items())
          if (value.is_number_float()) value = 3 * value.get<double>();
  std::ofstream(file("b.json")) << other.dump();
  const auto o = baseline("compare " + file("a.json") + " " + file("b.json") + " --html " + file("c.html"));
  CHECK(o.status == 1);
  CHECK(says(o.out, "ours: allreduce <= allreduce/"));
  CHECK(says(o.out, "3.00 times (3.00 to 3.00)"));
  check_is_on_page(o.out, file("c.html"));
  const auto page = read(folder / "c.html");
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("http") == page.find("http://www.w3.org/2000/svg"));
  pugi::xml_document parsed;
  REQUIRE(parsed.load_string(page.c_str()));
  CHECK(parsed.select_nodes("//svg").size() == 2);
  CHECK(parsed.select_nodes("//td[@class='s4 sure']").size() == 1);
  const std::string title = parsed.select_node("//td[@class='s4 sure']").node().attribute("title").value();
  CHECK(says(title, " -> "));
  CHECK(says(title, "3.00 times (3.00 to 3.00)"));

  const auto same = baseline("compare " + file("a.json") + " " + file("a.json") + " --html " + file("d.html"));
  CHECK(same.status == 0);
  check_is_on_page(same.out, file("d.html"));
  REQUIRE(record_fake(file("e.json"), "--no-times ").status == 0);
  const auto without = baseline("compare " + file("a.json") + " " + file("e.json") + " --html " + file("f.html"));
  CHECK(without.status == 3);
  check_is_on_page(without.out, file("f.html"));
}

TEST_CASE("the calls of an application are recorded instead of a grid, each once") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  for (int rank = 0; rank < 2; ++rank)
    write_lines(file("app") + "." + std::to_string(rank),
                recorded_file(rank, 2,
                              {recorded_allreduce(2, rank, 7, "allreduce np=2 load=sum/int"),
                               recorded_allreduce(2, rank, 7, "allreduce np=2 count=5 load=sum/double"),
                               recorded_allreduce(2, rank, 7, "allreduce np=2 load=sum/double in-place"),
                               recorded_allreduce(2, rank, 7, "allreduce np=2 count=0 load=sum/int")}));
  const auto o = baseline("record " + file("a.json") + " --calls " + file("app") + " --launches 1" + fake);
  CHECK(o.status == 0);
  CHECK(says(o.err, "4 cases for 56 of 56 calls"));
  const auto json = Json::parse(read(folder / "a.json"));
  const auto cases_in = [&](const char* what) {
    std::set<std::string> all;
    for (const auto& cell : json.at(what)) {
      auto text = cell.at("case").get<std::string>();
      all.insert(text.substr(0, text.find(" scene=")));
    }
    return all;
  };
  CHECK(cases_in("results") == std::set<std::string>{"allreduce np=2 load=sum/int",
                                                     "allreduce np=2 count=5 load=sum/double",
                                                     "allreduce np=2 load=sum/double in-place"});
  CHECK(cases_in("trees") ==
        std::set<std::string>{"allreduce np=2 count=5 load=sum/double", "allreduce np=2 load=sum/double in-place"});
  const auto timed = cases_in("times");
  CHECK(timed.contains("allreduce np=2 load=sum/int"));
  CHECK(timed.contains("allreduce np=2 count=5 load=sum/double"));
  CHECK(std::ranges::count_if(timed,
                              [](const auto& c) { return c.find("schedule=allreduce/") != std::string::npos; }) == 2);
  CHECK(timed.size() == 4);
  CHECK(baseline("compare " + file("a.json") + " " + file("a.json") + " --no-times").status == 0);
  const auto app = " --calls " + file("app");
  for (const char* more : {"--np 2", "--collective bcast", "--bytes 8", "--quick"})
    check_bad_baseline("record " + file("b.json") + app + " " + more + fake,
                       std::string("--calls says which calls are recorded; leave out ") +
                           std::string(more).substr(0, std::string(more).find(' ')));
  check_bad_baseline("record " + file("b.json") + " --calls " + file("none") + fake, "none.0: cannot be read");
  write_lines(file("empty.0"),
              recorded_file(0, 1, {recorded_allreduce(1, 0, 7, "allreduce np=1 count=0 load=sum/int")}));
  check_bad_baseline("record " + file("b.json") + " --calls " + file("empty") + fake, "no call in it carries anything");
  check_bad_baseline("record " + file("b.json") + app + " --profile " + file("a.json") + fake, "a.json");
}

TEST_CASE("calls that are nearly right are recorded, or refused by one line with status 2") {
  const Folder folder;
  const auto app = (folder / "app").string();
  const auto lines = recorded_file(0, 1, {recorded_allreduce(1, 0, 7, "allreduce np=1 count=5 load=sum/int")});
  std::string right;
  for (const auto& line : lines) right += line + "\n";
  int refused = 0;
  property(
      "garbled calls",
      [&] {
        std::ofstream(app + ".0") << garbled(right);
        // Without a launcher, so that what is read ends there.
        const auto o = baseline("record " + (folder / "b.json").string() + " --no-times --calls " + app +
                                " --worker /bin/true --launcher 'false {np}'");
        RC_ASSERT(o.status == 2 || o.status == 4);
        RC_ASSERT(std::ranges::count(o.err, '\n') == 1);
        refused += o.status == 2;
      },
      60, [&] { return refused > 0; });
  for (const auto& text : {std::string(1'000'000, '['), std::string("\0", 1), std::string()}) {
    std::ofstream(app + ".0") << text;
    check_bad_baseline("record " + (folder / "b.json").string() + " --calls " + app + fake, "app.0");
  }
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

TEST_CASE("a collective that is named twice is recorded once, and the record can be compared") {
  const Folder folder;
  const auto file = (folder / "a.json").string();
  const auto recorded =
      baseline("record " + file + " --np 2 --collective allreduce,allreduce --bytes 8 --no-times" + fake);
  CHECK(recorded.status == 0);
  CHECK(baseline("compare " + file + " " + file + " --no-times").status == 0);
}

TEST_CASE("bad usage of baseline gives status 2 and one line") {
  const Folder folder;
  const auto file = (folder / "a.json").string();
  check_bad_baseline("", "name a command; see tutti baseline --help");
  check_bad_baseline("recrod x", "there is no command 'recrod'; did you mean record?");
  check_bad_baseline("record", "FILE is required");
  check_bad_baseline("record " + file + " --bytes 8,x" + fake, "--bytes: 'x' is no size");
  check_bad_baseline("record " + file + " --np 0" + fake, "--np 0: must be at least 1");
  check_bad_baseline("record " + file + " --collective barrier --no-times" + fake, "of these there are times alone");
  check_bad_baseline("record " + file + " --collective alreduce" + fake, "did you mean allreduce?");
  check_bad_baseline("record " + file + " --collective reduce_local" + fake, "reduce_local is no collective");
  check_bad_baseline("record " + file + " --launcher 'mpiexec'", "{np} is missing");
  check_bad_baseline("record " + (folder / "none/a.json").string() + fake, "cannot write there");
  check_bad_baseline("record " + file + " --launches 0" + fake, "--launches");
  CHECK(folder.empty());
}

TEST_CASE("recordings that are none, or no files, give status 2 and one line") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  REQUIRE(record_fake(file("a.json"), "--no-times ").status == 0);
  const auto text = read(folder / "a.json");
  const auto refused = [&](const std::string& other, const std::string& what) {
    std::ofstream(file("b.json")) << other;
    check_bad_baseline("compare " + file("b.json") + " " + file("a.json"), what);
    check_bad_baseline("compare " + file("a.json") + " " + file("b.json"), what);
  };
  refused("", "is not JSON");
  refused(text.substr(0, text.size() / 2), "is not JSON");
  refused("{}", "version is missing");
  refused("{\"version\": 2}", "version is 2, and only 1 is known");
  refused("{\"version\": 1}", "environment is missing");
  refused(std::string(1'000'000, '['), "nested more than 64 levels deep");
  REQUIRE(mkfifo(file("pipe").c_str(), 0600) == 0);
  check_bad_baseline("compare " + file("a.json") + " " + file("pipe"), "is no regular file");
  check_bad_baseline("compare " + file("pipe") + " " + file("a.json"), "is no regular file");
  check_bad_baseline("compare " + file("a.json") + " " + folder.path().string(), "is no regular file");
  check_bad_baseline("compare " + file("a.json") + " " + file("none"), "cannot be read: No such file");
  check_bad_baseline("compare " + file("a.json"), "NEW is required");
  check_bad_baseline("compare " + file("a.json") + " " + file("a.json") + " --factor 1", "a number above 1 is due");
  check_bad_baseline("compare " + file("a.json") + " " + file("a.json") + " --json " + file("a.json"),
                     "reads that file");
  check_bad_baseline("compare " + file("a.json") + " " + file("a.json") + " --json - --junit -", "only one of them");
}

}  // namespace
}  // namespace tutti
