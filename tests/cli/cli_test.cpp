// The program `tutti` from outside: exit status, what goes to which stream, and the files that scripts read.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "spec/collective.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"
#include "verified/schedule/algorithm.hpp"

namespace {

namespace fs = std::filesystem;
using namespace tutti;
using nlohmann::json;

Outcome tutti(const std::string& arguments) { return run(TUTTI_PROGRAM, arguments); }

/// The program with the wrong algorithms reduce/forgets_rank_0 and bcast/forgets_a_segment beside the right ones
/// (tests/cli/refuted.cpp).
Outcome tutti_with_a_wrong_one(const std::string& arguments) { return run(TUTTI_REFUTED_PROGRAM, arguments); }

TEST_CASE("bad usage gives status 2, one line on stderr that names the fault, and nothing on stdout") {
  struct Row {
    const char *arguments, *says;
  };
  const Row rows[] = {
      {"", "name a command"},
      {"verfy", "did you mean verify?"},
      {"verify --foo", "--foo"},
      {"verify nothing", "valid are: reduce, allreduce, reduce_scatter, reduce_scatter_block"},
      {"verify alreduce", "did you mean allreduce?"},
      {"verify reduce/rign", "did you mean reduce/ring?"},
      {"list nothing", "valid are: reduce"},
      {"show reduce --p 4", "name one of its algorithms: reduce/binary_blocks"},
      {"show reduce/nothing --p 4", "reduce/linear"},
      {"show reduce/ring", "--p is required"},
      {"show --p 4", "ALGORITHM is required"},
      {"verify --p 0", "--p 0: must be at least 1"},
      {"verify --p -3", "must be at least 1"},
      {"verify --max-p 0", "--max-p 0: must be at least 1"},
      {"verify --max-p many", "'many' is not a whole number"},
      {"verify --p 3-", "'3-'"},
      {"verify --p a", "'a'"},
      {"verify --p 2,,3", "''"},
      {"conform --case 'barrier np=2' --np 3", "--case names cases, and --np says which are drawn"},
      {"conform --case 'barrier np=2' --jobs 99999", "--jobs"},
      {"conform --case 'barrier np=2' --worker ''", "--worker: its value is empty"},
      {"benefit /proc/self/fd/999999999/x/y", "benefit: /proc/self/fd/999999999/x/y"},
      {"op MPI_SUM --type int --function f", "--function names a function of a file"},
      {"op MPI_NIX --type int", "there is no predefined operation MPI_NIX"},
      {"--nonsense", "there is no option '--nonsense' before a command"},
      {"verify --p ''", "--p: its value is empty"},
      {"verify --p 9-2", "write 2-9"},
      {"verify --p 99999999999999999999", "must be at most"},
      {"verify --p 4 --max-p 8", "excludes"},
      {"verify reduce --p 4 --root 4", "the ranks of p = 4 are 0 to 3"},
      {"verify reduce --p 4 --root -1", "must be at least 0"},
      {"verify reduce --root 1-x", "'1-x'"},
      {"verify reduce_scatter/permuted_halving --p 3,5-7", "powers of two"},
      {"verify reduce/ring --p 2 --jobs 0", "--jobs 0"},
      {"verify reduce/ring --p 2 --time-limit 0", "--time-limit"},
      {"verify reduce/ring --p 2 --time-limit nan", "--time-limit"},
      {"verify reduce/ring --p 2 --json /nowhere/x", "/nowhere/x: cannot write there: No such file or directory"},
      {"verify reduce/ring --p 2 --json /tmp", "Is a directory"},
      {"verify reduce/ring --p 2 --json ''", "--json"},
      {"verify reduce/ring --p 2 --junit /nowhere/x", "--junit /nowhere/x"},
      {"verify reduce/ring --p 2 --json - --junit -", "only one"},
      {"list --json /nowhere/x", "--json /nowhere/x"},
      {"show reduce/ring --p 4 --root 4", "--root 4: must be at most 3"},
      {"show allreduce/ring --p 4 --root 1", "allreduce has no root"},
      {"show reduce_scatter/permuted_halving --p 6", "powers of two"},
      {"show bcast/linear --p 4 --root 4", "--root 4: must be at most 3"},
      {"show barrier/dissemination --p 4 --root 1", "barrier has no root"},
      {"show allreduce/ring --p 4 --shape 2x2", "no family; leave the option out"},
      {"show allreduce/mixed_radix --p 12 --shape 5x2", "for p = 12; its shapes are: 2x2x3, 2x3x2, 2x6"},
      {"show allreduce/mixed_radix --p 12 --shape ''", "--shape: its value is empty"},
      {"show reduce/ring --p 4 --format png", "png"},
      {"show reduce/ring --p 4 --output /nowhere/x", "--output /nowhere/x"},
      {"show allreduce/ring --p 16000000", "of memory, and "},
      {"show --all", "--all: write lines of JSON, with --format jsonl"},
      {"show reduce/ring --all --format jsonl", "excludes"},
      {"show --all --format jsonl --max-p 0", "--max-p 0: must be at least 1"},
      {"show reduce/ring --p 4 --max-p 8", "--max-p goes with --all"},
      {"verify allreduce/ring --max-p 16000000", "of memory, and "},
      {"verify allreduce/ring --p 2147483647", "must be at most"},
  };
  for (const auto& r : rows) {
    CAPTURE(r.arguments);
    const auto o = tutti(r.arguments);
    check_refused(o, r.says);
  }
}

TEST_CASE("a LIST that names numbers thousands of times takes the memory of one that names them once") {
  std::string list = "3,1-2";
  for (int i = 0; i < 3000; ++i) list += ",2-16000000";
  const auto o = run("ulimit -v 4000000; " TUTTI_PROGRAM, "verify allreduce/ring --p " + list);
  check_refused(o, "of memory, and ");
  const auto all = tutti("verify reduce/ring --p 7,2-4,3-5,9,4,2-4 --json -").out;
  CHECK(json::parse(all).at("results").at(0).at("p") == "2-5,7,9");
}

TEST_CASE("help and version are no errors, and the help of a command has an example") {
  CHECK(tutti("--version").out.starts_with("tutti "));
  CHECK(tutti("--help").status == 0);
  for (const std::string command : {"list", "verify", "show", "cost", "benefit", "conform"}) {
    const auto help = tutti(command + " --help");
    CHECK(help.status == 0);
    CHECK(help.out.find("Example: tutti " + command) != std::string::npos);
  }
}

TEST_CASE("a help that standard output does not take is an error") {
  const auto o = run("(" TUTTI_PROGRAM, "--help >/dev/full)");
  CHECK(o.status == 2);
  CHECK(o.err == "tutti: cannot write to standard output: No space left on device\n");
}

/// The names that the files say: one per file and collective that runs its schedules.
std::set<std::string> names_by_files() {
  std::set<std::string> names;
  for (const auto& file : fs::recursive_directory_iterator(TUTTI_SOURCE_DIR "/verified/algorithms")) {
    const auto owner = tutti::collective_named(file.path().parent_path().filename().string());
    if (file.path().extension() != ".cpp" || !owner) continue;
    for (const auto& c : tutti::collectives)
      if (tutti::serves(*owner, c.id)) names.insert(std::string(c.name) + "/" + file.path().stem().string());
  }
  return names;
}

json list_of(const std::string& collective) {
  return json::parse(tutti("list " + collective + " --json -").out).at("algorithms");
}

TEST_CASE("the list has one entry per algorithm file and collective that runs it, with every promised field") {
  const auto o = tutti("list --json -");
  REQUIRE(o.status == 0);
  const auto list = json::parse(o.out);
  CHECK(list.at("version") == 1);
  std::set<std::string> names;
  for (const auto& a : list.at("algorithms")) {
    CAPTURE(a);
    names.insert(a.at("name").get<std::string>());
    CHECK(a.at("name").get<std::string>().starts_with(a.at("collective").get<std::string>() + "/"));
    CHECK(a.at("needs").is_array());
    CHECK(a.at("agreement").is_boolean());
    CHECK(a.at("supports").is_string());
    CHECK(a.at("cost").get<std::string>() != "");
    CHECK(a.at("cites").is_string());
    CHECK(a.at("shapes").at("p") == 16);
    const bool has_shapes =
        a.at("family").get<bool>() && find_algorithm(a.at("name").get<std::string>())->supports.holds(16);
    CHECK(a.at("shapes").at("proved").empty() != has_shapes);
  }
  CHECK(names == names_by_files());
  CHECK(names.size() == list.at("algorithms").size());
}

TEST_CASE("the list says on what the tree of a reduction depends") {
  std::map<std::string, std::string> trees;
  for (const auto* collective : {"allreduce", "reduce", "reduce_scatter", "bcast"})
    for (const auto& a : list_of(collective)) trees[a.at("name")] = a.at("tree_of");
  CHECK(trees.at("allreduce/halving_doubling") == "p");
  CHECK(trees.at("allreduce/ring") == "p, block");
  CHECK(trees.at("reduce/binomial") == "p");
  CHECK(trees.at("reduce/binomial_rotated") == "p, root");
  CHECK(trees.at("reduce_scatter/circulant") == "p");
  CHECK(trees.at("reduce_scatter/mixed_radix") == "p, shape");
  CHECK(trees.at("allreduce/two_level") == "p, shape");
  CHECK(trees.at("bcast/binomial") == "-");
}

TEST_CASE("the list says what was derived, in lines of at most 120 characters") {
  const auto o = tutti("list reduce");
  CHECK(o.status == 0);
  std::istringstream lines(o.out);
  for (std::string line; std::getline(lines, line);) {
    CHECK(line.size() <= 120);
    if (line.starts_with("reduce/ring ")) CHECK(line.find("associative + commutative") != std::string::npos);
    if (line.starts_with("reduce/binomial ")) CHECK(line.find("commutative") == std::string::npos);
  }
}

TEST_CASE("the list names the shapes of a family, and only of a family") {
  const auto text = tutti("list allreduce").out;
  CHECK(text.find("\n    shapes  2x2x2x2, 2x2x4, 2x4x2, 2x8, 4x2x2, 4x4, 8x2, 16\n") != std::string::npos);
  std::size_t families = 0, named = 0;
  for (const auto& a : list_of("allreduce")) {
    const auto& algorithm = *tutti::find_algorithm(a.at("name").get<std::string>());
    families += a.at("family").get<bool>();
    CHECK(a.at("family") == (algorithm.shapes != nullptr));
    if (a.at("family") && algorithm.supports.holds(16))
      CHECK(a.at("shapes").at("proved").size() == algorithm.shapes_for(16).size());
  }
  for (auto at = text.find("\n    shapes "); at != std::string::npos; at = text.find("\n    shapes ", at + 1)) ++named;
  CHECK(named == families);
}

TEST_CASE("the question of equal bits does not arise where nothing is combined, and a barrier carries nothing") {
  const auto column = [](const std::string& arguments, const std::string& name, std::size_t at) {
    const auto text = tutti(arguments).out;
    const auto line = text.find(name + " ");
    REQUIRE(line != std::string::npos);
    std::istringstream words(text.substr(line, text.find('\n', line) - line));
    std::vector<std::string> all;
    for (std::string word; words >> word;) all.push_back(word);
    return all.at(at);
  };
  CHECK(column("list bcast", "bcast/linear", 1) == "none");
  CHECK(column("list bcast", "bcast/linear", 2) == "-");
  CHECK(column("list scan", "scan/linear", 1) == "associative");
  CHECK(column("list scan", "scan/linear", 2) == "yes");
  CHECK(column("verify bcast/linear --max-p 4", "bcast/linear", 5) == "-");
  CHECK(column("verify scan/linear --max-p 4", "scan/linear", 5) == "yes");
  const auto barriers = list_of("barrier");
  CHECK(!barriers.empty());
  for (const auto& a : barriers) {
    CHECK(a.at("agreement") == true);
    CHECK(a.at("needs").empty());
    CHECK(a.at("volume").at("messages") > 0);
    CHECK(a.at("volume").at("busiest_rank_sends") == 0);
    CHECK(a.at("volume").at("busiest_rank_folds") == 0);
  }
}

TEST_CASE("the volume is in shares of the largest buffer of a rank") {
  const auto sends = [](const std::string& name) {
    for (const auto& a : list_of(name.substr(0, name.find('/'))))
      if (a.at("name") == name) return a.at("volume").at("busiest_rank_sends").get<double>();
    return -1.0;
  };
  CHECK(sends("bcast/linear") == 15);
  CHECK(sends("allgather/ring") == 15.0 / 16);
  CHECK(sends("alltoall/ring_shift") == 15.0 / 16);
  CHECK(sends("scatter/linear") == 15.0 / 16);
}

TEST_CASE("verify --json has every promised field, and stdout holds nothing else") {
  const auto o = tutti("verify reduce reduce_scatter/permuted_halving --max-p 8 --json -");
  REQUIRE(o.status == 0);
  const auto results = json::parse(o.out);
  CHECK(results.at("version") == 1);
  bool ring = false, powers = false;
  for (const auto& r : results.at("results")) {
    CHECK(r.at("verdict") == "proved");
    CHECK(r.at("cpu_seconds").is_number());
    CHECK(r.at("counterexample").is_null());
    if (r.at("name") == "reduce/ring") {
      ring = true;
      CHECK(r.at("p") == "1-8");
      CHECK(r.at("cases") == 36);
      CHECK(r.at("needs") == json{"associative", "commutative"});
    }
    if (r.at("name") == "reduce_scatter/permuted_halving") {
      powers = true;
      CHECK(r.at("p") == "1,2,4,8");
      CHECK(r.at("cases") == 4);
    }
  }
  CHECK(ring);
  CHECK(powers);
}

TEST_CASE("verify gives the same results with one thread and with two") {
  const auto results = [](const std::string& jobs) {
    auto all = json::parse(tutti("verify --max-p 12 --json - --jobs " + jobs).out);
    for (auto& r : all.at("results")) r.erase("cpu_seconds");
    return all;
  };
  CHECK(results("1") == results("2"));
}

TEST_CASE("an undecided sweep gives status 3, is unknown in JSON and an error in JUnit") {
  const Folder folder;
  const auto files = " --json " + (folder / "a.json").string() + " --junit " + (folder / "a.xml").string();
  const auto o = tutti("verify allreduce --time-limit 0.000001" + files);
  CHECK(o.status == 3);
  const auto results = json::parse(read(folder / "a.json")).at("results");
  CHECK(results.size() > 0);
  CHECK(o.out.find(std::to_string(results.size()) + " unknown") != std::string::npos);
  for (const auto& r : results) CHECK(r.at("verdict") == "unknown");
  pugi::xml_document xml;
  REQUIRE(xml.load_file((folder / "a.xml").c_str()));
  CHECK(xml.select_nodes("//testcase/error").size() == results.size());
  CHECK(xml.select_node("//testsuite").node().attribute("errors").as_uint() == results.size());
}

TEST_CASE("JUnit has a test case per algorithm, and --quiet prints nothing where all is proved") {
  const Folder folder;
  const auto o = tutti("verify reduce --max-p 6 --quiet --junit " + (folder / "a.xml").string());
  CHECK(o.status == 0);
  CHECK(o.out == "");
  CHECK(o.err == "");
  pugi::xml_document xml;
  REQUIRE(xml.load_file((folder / "a.xml").c_str()));
  CHECK(xml.select_nodes("//testcase[@classname='reduce'][@name='ring']").size() == 1);
  CHECK(xml.select_nodes("//failure").size() == 0);
  CHECK(xml.select_node("//testsuite").node().attribute("tests").as_uint() == xml.select_nodes("//testcase").size());
}

TEST_CASE("a refuted algorithm gives status 1, a counterexample everywhere, and the command that shows it") {
  const Folder folder;
  const auto files = " --json " + (folder / "a.json").string() + " --junit " + (folder / "a.xml").string();
  const auto o = tutti_with_a_wrong_one("verify reduce --max-p 5" + files);
  CHECK(o.status == 1);
  CHECK(o.err == "");
  CHECK(o.out.find("1 refuted") != std::string::npos);

  std::string text;
  const auto results = json::parse(read(folder / "a.json"));
  for (const auto& r : results.at("results")) {
    const bool wrong = r.at("name") == "reduce/forgets_rank_0";
    CHECK(r.at("verdict") == (wrong ? "refuted" : "proved"));
    CHECK(r.at("counterexample").is_null() != wrong);
    if (!wrong) continue;
    const auto& c = r.at("counterexample");
    CHECK(c.at("fault") == "contract");
    CHECK(c.at("p") == 2);
    CHECK(c.at("root") == 1);
    CHECK(c.at("show") == "tutti show reduce/forgets_rank_0 --p 2 --root 1");
    CHECK(r.at("p") == "1");
    text = c.at("text").get<std::string>();
  }
  CHECK(text.starts_with("p = 2, root 1, rank 1, block A: found "));
  CHECK(o.out.find("  " + text + "\n  see: tutti show reduce/forgets_rank_0 --p 2 --root 1\n") != std::string::npos);

  pugi::xml_document xml;
  REQUIRE(xml.load_file((folder / "a.xml").c_str()));
  CHECK(xml.select_nodes("//failure").size() == 1);
  CHECK(xml.select_node("//testcase[@name='forgets_rank_0']/failure/@message").attribute().value() == text);

  CHECK(tutti_with_a_wrong_one("list reduce").status == 1);
  const auto shown = tutti_with_a_wrong_one("show reduce/forgets_rank_0 --p 2 --root 1");
  CHECK(shown.status == 0);
  CHECK(shown.out.find("refuted: " + text) != std::string::npos);
}

TEST_CASE("every shape of a family is proved, and a refutation names the shape and shows it") {
  const auto proved = json::parse(tutti("verify allreduce/mixed_radix --p 12 --json -").out).at("results").at(0);
  CHECK(proved.at("verdict") == "proved");
  CHECK(proved.at("cases") == 8);
  const auto o = tutti_with_a_wrong_one("verify bcast/forgets_a_segment bcast/linear --max-p 4 --json -");
  CHECK(o.status == 1);
  const auto results = json::parse(o.out).at("results");
  CHECK(results.at(1).at("verdict") == "proved");
  const auto& c = results.at(0).at("counterexample");
  CHECK(c.at("p") == 2);
  CHECK(c.at("root") == 0);
  CHECK(c.at("shape") == "3x2");
  CHECK(c.at("show") == "tutti show bcast/forgets_a_segment --p 2 --root 0 --shape 3x2");
  const auto text = c.at("text").get<std::string>();
  CHECK(text == "p = 2, shape 3x2, root 0, rank 1, block C: found nothing, due C of rank 0 (contract)");
  const auto shown = tutti_with_a_wrong_one("show bcast/forgets_a_segment --p 2 --root 0 --shape 3x2").out;
  CHECK(shown.find("refuted: " + text) != std::string::npos);
  CHECK(shown.find("P1 ← P0  A–B\n") != std::string::npos);
  const auto single = tutti_with_a_wrong_one("verify reduce/forgets_rank_0 --max-p 4 --json -").out;
  CHECK(json::parse(single).at("results").at(0).at("counterexample").at("shape").is_null());
}

TEST_CASE("refuted wins over undecided, and --quiet prints just these") {
  const auto o =
      tutti_with_a_wrong_one("verify reduce/forgets_rank_0 reduce/ring --max-p 1000 --jobs 1 --time-limit 0.5 --quiet");
  CHECK(o.status == 1);
  CHECK(o.out.starts_with("reduce/forgets_rank_0 "));
  CHECK(o.out.find("refuted") != std::string::npos);
  CHECK(o.out.find("unknown") != std::string::npos);
}

TEST_CASE("a family without shapes is unknown everywhere, with the reason, and no flag makes it pass") {
  const Folder folder;
  const auto files = " --json " + (folder / "a.json").string() + " --junit " + (folder / "a.xml").string();
  const std::string why = "its record lists no shape for p = 1";
  for (const std::string flags : {"", " --smt", " --all-p", " --allow-unknown", " --max-p 2000"}) {
    CAPTURE(flags);
    const auto o = tutti_with_a_wrong_one("verify barrier/no_shapes" + flags + files);
    CHECK(o.status == 3);
    CHECK(o.out.find("barrier/no_shapes                        unknown   -  ") != std::string::npos);
    CHECK(o.out.find("\n  " + why + "\n") != std::string::npos);
    CHECK(o.out.find("0 proved, 0 refuted, 1 unknown; 0 cases") != std::string::npos);
    const auto result = json::parse(read(folder / "a.json")).at("results").at(0);
    CHECK(result.at("verdict") == "unknown");
    CHECK(result.at("why") == why);
    pugi::xml_document xml;
    REQUIRE(xml.load_file((folder / "a.xml").c_str()));
    CHECK(xml.select_node("//testcase[@classname='barrier']/error/@message").attribute().value() == why);
  }
  const auto listed = tutti_with_a_wrong_one("list barrier");
  CHECK(listed.status == 3);
  CHECK(listed.out.find("barrier/no_shapes                        UNKNOWN ") != std::string::npos);
  CHECK(listed.out.find("unknown " + why) != std::string::npos);
  const auto shown = tutti_with_a_wrong_one("show barrier/no_shapes --p 4");
  CHECK(shown.status == 2);
  CHECK(shown.err == "tutti show: --p 4: barrier/no_shapes lists no shape for that p\n");
}

TEST_CASE("an algorithm whose builder or list of shapes throws is refuted by name, and the others are proved") {
  const std::pair<std::string, std::string> why[] = {{"alltoall/throws", "out of ideas"},
                                                     {"alltoall/throws_42", "it throws what is no std::exception"},
                                                     {"alltoall/throws_shapes", "out of shapes"}};
  const auto o = tutti_with_a_wrong_one("verify alltoall --max-p 4 --json -");
  CHECK(o.status == 1);
  CHECK(o.err == "");
  std::size_t proved = 0;
  const auto results = json::parse(o.out).at("results");
  for (const auto& r : results) proved += r.at("verdict") == "proved";
  CHECK(proved > 2);
  CHECK(proved + std::size(why) == results.size());
  const auto listed = tutti_with_a_wrong_one("list alltoall");
  CHECK(listed.status == 1);
  const auto lines = tutti_with_a_wrong_one("show --all --format jsonl --max-p 2");
  CHECK(lines.status == 1);
  CHECK(lines.out.find("\"algorithm\":\"bcast/binomial\"") != std::string::npos);
  for (const auto& [thrower, reason] : why) {
    const auto& name = thrower;
    CAPTURE(name);
    const auto text = "p = 1, root 0: found no schedule: " + reason + ", due a schedule (malformed)";
    const auto alone = tutti_with_a_wrong_one("verify " + name + " --max-p 4");
    CHECK(alone.status == 1);
    CHECK(alone.out.find("  " + text + "\n  see: tutti show " + name + " --p 1\n") != std::string::npos);
    CHECK(listed.out.find(name + " ") != std::string::npos);
    CHECK(listed.out.find(reason) != std::string::npos);
    CHECK(lines.err.find("tutti show: " + name) != std::string::npos);
    for (const std::string& command :
         {"show " + name + " --p 4", "show " + name + " --p 4 --format jsonl", "cost " + name + " --p 4 --bytes 8"}) {
      CAPTURE(command);
      const auto c = tutti_with_a_wrong_one(command);
      CHECK(c.status == 1);
      CHECK(c.out == "");
      CHECK(std::ranges::count(c.err, '\n') == 1);
      CHECK(c.err.find(name) != std::string::npos);
      CHECK(c.err.find(reason) != std::string::npos);
    }
  }
}

TEST_CASE("records that stand where none can be are named by every command that reads the registry") {
  for (const std::string command : {"list", "verify", "verify bcast", "show --all --format jsonl",
                                    "show bcast/binomial --p 4", "cost bcast --p 4 --bytes 8"}) {
    CAPTURE(command);
    const auto o = run(TUTTI_MISPLACED_PROGRAM, command);
    check_refused(o, "/algorithms/foo/ring.cpp: its record belongs to no collective; move the file");
    CHECK(says(o.err, "/algorithms/bcast/twice.cpp: it has two records"));
  }
  CHECK(run(TUTTI_MISPLACED_PROGRAM, "--version").status == 0);
}

TEST_CASE("two outputs into one file are refused, however the file is spelled, and none is written") {
  const Folder folder;
  const auto in = [&](const std::string& name) { return folder.path().string() + "/" + name; };
  fs::create_symlink("x", in("link"));
  for (const std::string& other :
       {std::string("x"), std::string("./x"), "../" + folder.path().filename().string() + "/x", std::string("link")}) {
    CAPTURE(other);
    const auto o = tutti("verify reduce/ring --p 2 --json " + in("x") + " --junit " + in(other));
    CHECK(o.status == 2);
    CHECK(o.out == "");
    CHECK(o.err == "tutti verify: --junit " + in(other) + ": --json writes to that file, too; name another one\n");
    CHECK_FALSE(fs::exists(in("x")));
  }
  const auto here =
      run("cd " + folder.path().string() + " && " TUTTI_PROGRAM, "verify reduce/ring --p 2 --json x --junit ./x");
  CHECK(here.status == 2);
  CHECK(tutti("verify reduce/ring --p 2 --json /dev/null --junit /dev/null").status == 0);
  CHECK(tutti("verify reduce/ring --p 2 --json " + in("x") + " --junit " + in("y")).status == 0);
}

TEST_CASE("a p that an algorithm does not support is left out where it was not asked for by name") {
  const auto o = tutti("verify reduce_scatter --p 3 --json -");
  CHECK(o.status == 0);
  CHECK(o.out.find("permuted_halving") == std::string::npos);
  CHECK(o.out.find("pairwise_ordered") != std::string::npos);
}

TEST_CASE("a wrong argument leaves no file behind and keeps the old one") {
  const Folder folder;
  const auto file = (folder / "a.json").string();
  CHECK(tutti("verify reduce/ring --p 4 --junit /nowhere/x --json " + file).status == 2);
  CHECK(folder.empty());
  std::ofstream(file) << "old";
  CHECK(tutti("verify reduce/ring --p 4 --junit /nowhere/x --json " + file).status == 2);
  CHECK(read(file) == "old");
  CHECK(tutti("verify reduce/ring --p 4 --json " + file).status == 0);
  CHECK(json::parse(read(file)).at("version") == 1);
}

TEST_CASE("what exceeds a limit on the size of files is an error, leaves no part of a file and keeps the old one") {
  const Folder folder;
  const auto file = (folder / "a.json").string();
  const std::string limited = "bash -c 'ulimit -f 1; exec \"$0\" \"$@\"' " TUTTI_PROGRAM;
  check_refused(run(limited, "list --json " + file), "a.json: cannot write there: File too large");
  CHECK(folder.empty());
  std::ofstream(file) << "old";
  check_refused(run(limited, "show allreduce/ring --p 20 --output " + file),
                "a.json: cannot write there: File too large");
  CHECK(read(file) == "old");
}

TEST_CASE("a pipe is read to its end, however late its writer writes, and one that nobody writes to is refused") {
  const auto priced = [](const std::string& profile) {
    return run("bash -c '" TUTTI_PROGRAM " cost allreduce --p 4 --bytes 8 --profile", profile + "'");
  };
  check_refused(priced("<(sleep 0.5; echo {})"), ": version is missing");
  check_refused(priced("<(echo {})"), ": version is missing");
  const Folder folder;
  const auto pipe = (folder / "pipe").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  check_refused(priced(pipe), "--profile " + pipe + ": is a pipe that nobody writes to");
}

TEST_CASE("a pipe is written for its reader, and one that nobody reads is refused") {
  CHECK(says(run("bash -c '" TUTTI_PROGRAM, "list --json >(cat >&2)'").err, "allreduce/ring"));
  const Folder folder;
  const auto pipe = (folder / "pipe").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(says(run("bash -c '(sleep 0.1; cat " + pipe + " >&2) & " TUTTI_PROGRAM, "list --json " + pipe + "; wait'").err,
             "allreduce/ring"));
  check_refused(tutti("list --json " + pipe), "--json " + pipe + ": is a pipe that nobody reads");
}

TEST_CASE("show draws as text, SVG and JSON, to a file or to stdout") {
  const auto text = tutti("show reduce/halving_doubling --p 13 --root 1");
  CHECK(text.status == 0);
  CHECK(text.out.starts_with("reduce/halving_doubling, p = 13, root 1"));
  CHECK(tutti("show allreduce/ring --p 4").out.starts_with("allreduce/ring, p = 4\n"));

  const Folder folder;
  const auto file = (folder / "a.svg").string();
  const auto svg = tutti("show reduce/halving_doubling --p 13 --format svg --output " + file);
  CHECK(svg.status == 0);
  CHECK(svg.out == "");
  pugi::xml_document xml;
  REQUIRE(xml.load_file(file.c_str()));
  CHECK(xml.document_element().name() == std::string("svg"));

  const auto drawn = json::parse(tutti("show reduce/ring --p 5 --root 2 --format json").out);
  CHECK(drawn.at("name") == "reduce/ring");
  CHECK(drawn.at("ranks") == 5);
  CHECK(drawn.at("root") == 2);
  CHECK(!drawn.contains("shape"));
}

TEST_CASE("show draws the shape of a family that is asked for, and else the first") {
  CHECK(tutti("show allreduce/mixed_radix --p 12").out.starts_with("allreduce/mixed_radix, p = 12, shape 2x2x3\n"));
  const auto second = tutti("show allreduce/mixed_radix --p 12 --shape 2x6");
  CHECK(second.status == 0);
  CHECK(second.out.starts_with("allreduce/mixed_radix, p = 12, shape 2x6\n"));
  const auto drawn = json::parse(tutti("show bcast/chain --p 5 --shape 2 --format json").out);
  CHECK(drawn.at("shape") == "2");
  CHECK(drawn.at("blocks") == 2);
}

TEST_CASE("show writes a case in one line for a checker: the schedule, what is claimed, and what the prover says") {
  const auto o = tutti("show bcast/chain --p 3 --root 1 --shape 2 --format jsonl");
  CHECK(o.status == 0);
  CHECK(o.out == R"({"algorithm":"bcast/chain","collective":"bcast","p":3,"root":1,"shape":[2],)"
                 R"("claims":{"associative":false,"commutative":false},"prover":"proved",)"
                 R"("needs":{"associative":false,"commutative":false},)"
                 R"("ranks":3,"blocks":2,"extra":0,"exchange":false,"scratch":[],)"
                 R"("rounds":[{"says":"segments move on by one rank, step 0","steps":[)"
                 R"({"from":1,"to":2,"first":0,"count":1,"at":0,"action":"replace"}]},)"
                 R"({"says":"segments move on by one rank, step 1","steps":[)"
                 R"({"from":1,"to":2,"first":1,"count":1,"at":1,"action":"replace"},)"
                 R"({"from":2,"to":0,"first":0,"count":1,"at":0,"action":"replace"}]},)"
                 R"({"says":"segments move on by one rank, step 2","steps":[)"
                 R"({"from":2,"to":0,"first":1,"count":1,"at":1,"action":"replace"}]}]})"
                 "\n");
  const auto wrong = tutti_with_a_wrong_one("show reduce/forgets_rank_0 --p 2 --root 1 --format jsonl");
  CHECK(wrong.status == 0);
  CHECK(json::parse(wrong.out).at("prover") == "contract");
}

TEST_CASE("show --all writes a line for every algorithm, p, root and shape") {
  const auto o = tutti("show --all --format jsonl --max-p 4");
  CHECK(o.status == 0);
  std::size_t cases = 0;
  for (const auto& a : algorithms())
    for (int p = 1; p <= 4; ++p)
      if (a.supports.holds(p))
        cases += a.shapes_for(p).size() * static_cast<std::size_t>(row(a.collective).rooted() ? p : 1);
  CHECK(static_cast<std::size_t>(std::ranges::count(o.out, '\n')) == cases);
  std::set<std::string> lines;
  std::istringstream in(o.out);
  for (std::string line; std::getline(in, line);) {
    CHECK(json::parse(line).at("prover") == "proved");
    lines.insert(line);
  }
  CHECK(lines.size() == cases);
}

}  // namespace
