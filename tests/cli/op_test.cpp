// `tutti op` from outside.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "tests/cli/keep_max.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

tutti::Outcome op(const std::string& arguments) { return run(TUTTI_PROGRAM, "op " + arguments); }

/// Of what can be decided: where it is not, it is asked again with more time, for a slow or busy machine.
tutti::Outcome decided(const std::string& arguments) {
  auto outcome = op(arguments);
  for (const auto* limit : {" --time-limit 60", " --time-limit 600"})
    if (outcome.status == 3 || says(outcome.out, "but of long vectors")) outcome = op(arguments + limit);
  return outcome;
}

std::string verdict(const Json& result, const std::string& law, const std::string& domain) {
  for (const auto& finding : result.at("laws"))
    if (finding.at("law") == law && finding.at("domain") == domain) return finding.at("verdict");
  return "not asked";
}

TEST_CASE("calls that could not be compared with the source are said to have faults only where they have") {
  const Folder folder;
  std::ofstream(folder / "f.c") << R"(#include <math.h>
void f(void* in, void* inout, int* n, void* t) {
  const double* a = in;
  double* b = inout;
  for (int i = 0; i < *n; ++i) b[i] = cos(a[i]) < cos(b[i]) ? a[i] : b[i];
}
)";
  const auto judged = op((folder / "f.c").string() + " --type double --time-limit 60 --function f");
  CHECK_MESSAGE(says(judged.out, " random calls (0 more have faults, and what "), judged.out);
}

TEST_CASE("--type auto judges on each datatype that the function knows, and the worst verdict counts" *
          doctest::test_suite("slow")) {
  const Folder folder;
  const auto path = (folder / "f.c").string();
  std::ofstream(path) << "#include <mpi.h>\nvoid f(void *in, void *inout, int *len, MPI_Datatype *type) {\n"
                         "  unsigned *b = inout;\n"
                         "  for (int i = 0; i < *len; ++i)\n"
                         "    if (*type == MPI_UNSIGNED) b[i] += ((unsigned *)in)[i];\n"
                         "    else if (*type == MPI_INT) b[i] -= ((unsigned *)in)[i];\n}\n";
  const auto o = decided(path + " --function f --type auto --quiet");
  CAPTURE(o.err);
  CHECK(o.status == 1);
  const auto second = o.out.find("== f on MPI_UNSIGNED\n");
  CHECK(o.out.starts_with("== f on MPI_INT\n"));
  CHECK(says(o.out.substr(0, second), "MPI must not use it"));
  CHECK(says(o.out.substr(second), "MPI may use it"));
  const auto cases = Json::parse(decided(path + " --function f --type auto --json -").out).at("cases");
  CHECK(cases.size() == 2);
  CHECK(cases[1].at("case") == "f on MPI_UNSIGNED");
  CHECK(cases[1].at("fit") == "proved");
  CHECK(
      says(op(path + " --function f --type auto --datatype MPI_INT").err, "leave out --datatype, --junit and --sarif"));
  CHECK(says(op("MPI_SUM --type auto").err, "--type auto: is for functions in files"));
}

TEST_CASE("tutti op proves what is right of a source file, and refutes the rest with operands and both results") {
  const KeepMax file;
  const auto o = decided(file.arguments() + " --commute 1 --json -");
  CHECK(o.status == 1);
  const auto result = Json::parse(o.out);
  CHECK(result.at("version") == 1);
  CHECK(result.at("fit") == "refuted");
  CHECK(verdict(result, "memory", "ieee") == "proved");
  CHECK(verdict(result, "split-safe", "ieee") == "proved");
  CHECK(verdict(result, "associative", "ieee") == "refuted");
  CHECK(verdict(result, "associative", "ieee-ordinary") == "proved");
  CHECK(verdict(result, "commutative", "ieee-ordinary") == "refuted");
  CHECK(verdict(result, "declared", "exact") == "refuted");
  const auto& laws = result.at("laws");
  for (const auto& finding : laws)
    if (finding.at("law") == "commutative") {
      const auto& counterexample = finding.at("counterexample");
      CHECK(counterexample.at("operands").size() == 2);
      CHECK(counterexample.at("results")[0].at("c") != counterexample.at("results")[1].at("c"));
    }
}

TEST_CASE("a precondition without NaN makes the same operator right where it is declared with commute = 0") {
  const KeepMax file;
  const auto o = decided(file.arguments() + " --commute 0 --pre '!isnan(a.v)'");
  CHECK(o.status == 0);
  CHECK(says(o.out,
             "MPI may use it as it is declared, if its datatype has data in the last 4 bytes of an element, which it "
             "accesses: a buffer ends with the data of its last element (MPI-4.0, 5.1.8)."));
}

TEST_CASE("MPI must not use what accesses the padding at the end of a datatype that is named, whose buffers lack it") {
  const KeepMax file;
  const auto options = " --function keep_max --commute 0 --pre '!isnan(a.value)' --datatype MPI_DOUBLE_INT";
  const auto o = decided(file.path() + options);
  CHECK(o.status == 1);
  CHECK(says(o.out, "an access to bytes 12 to 15 of the last element of in"));
}

TEST_CASE("the algorithms that need a commutative operator are wrong for one that is not, with a run that shows it") {
  const auto o = decided("--expr a --type int --commute 0 --json -");
  CHECK(o.status == 0);
  const auto result = Json::parse(o.out);
  for (const auto& algorithm : result.at("algorithms")) {
    if (algorithm.at("name") == "allreduce/recursive_doubling") CHECK(algorithm.at("verdict") == "right");
    if (algorithm.at("name") == "allreduce/circulant") {
      CHECK(algorithm.at("verdict") == "wrong");
      CHECK(algorithm.at("p") == 3);
      CHECK(algorithm.at("difference").get<std::string>().find("x0 = ") != std::string::npos);
    }
  }
}

/// How many seconds a judgement takes that has two.
double seconds_of_two(const char* name, const std::string& text) {
  const Folder folder;
  REQUIRE(mkfifo((folder / "nobody_writes.h").c_str(), 0600) == 0);
  const auto path = (folder / name).string();
  std::ofstream(path) << text;
  const auto start = std::chrono::steady_clock::now();
  const Folder temporary;
  const auto o = run("TMPDIR=" + temporary.path().string() + " " + TUTTI_PROGRAM,
                     "op " + path + " --function f --type 'struct{int v[8];}' --time-limit 2");
  CHECK_MESSAGE(o.status == 3, (o.err + o.out));
  CHECK_MESSAGE(temporary.empty(), path);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST_CASE(
    "the time limit is one for compilers, symbolic execution, solvers and calls: none of them takes ten times of it") {
  const std::string head = "(void *in, void *inout, int *len, void *type) {\n  int *a = in, *b = inout;\n";
  const std::string loop = "  for (int i = 0; i < 8 * *len; ++i) b[i] ^= a[i];\n}\n";
  CHECK(seconds_of_two("compiles.c", "#include \"nobody_writes.h\"\nvoid f" + head + loop) < 20);
  CHECK(seconds_of_two("sleeps.c", "#include <unistd.h>\nvoid f" + head + "  usleep(50000);\n" + loop) < 20);
  CHECK(seconds_of_two(
            "sorts.cpp",
            "#include <algorithm>\nextern \"C\" void f(int *a, int *b, int *len, void *) {\n"
            "  for (int i = 0; i < *len; ++i, a += 8, b += 8) {\n"
            "    for (int k = 0; k < 8; ++k) b[k] = std::max(a[k], b[k]);\n    std::sort(b, b + 8);\n  }\n}\n") < 20);
}

bool has_folder_of_op(const Folder& folder) {
  return std::ranges::any_of(std::filesystem::directory_iterator(folder.path()),
                             [](const auto& entry) { return says(entry.path().string(), "/tutti-op"); });
}

TEST_CASE("who interrupts it, or asks it to end, finds no temporary folder, and that it ended by the signal") {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    CAPTURE(number);
    const Folder folder;
    REQUIRE(mkfifo((folder / "nobody_writes.h").c_str(), 0600) == 0);
    const auto source = (folder / "waits.c").string();
    std::ofstream(source) << "#include \"nobody_writes.h\"\n";
    const pid_t child = fork();
    if (child == 0) {
      setenv("TMPDIR", folder.path().c_str(), 1);
      std::signal(number, SIG_DFL);  // nohup, and a shell that runs it in the background, have it ignored
      execl(TUTTI_PROGRAM, TUTTI_PROGRAM, "op", source.c_str(), "--function", "f", "--type", "int", nullptr);
      _exit(127);
    }
    for (int i = 0; i < 12'000 && !has_folder_of_op(folder); ++i) usleep(10'000);
    CHECK(has_folder_of_op(folder));
    kill(child, number);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == number);
    CHECK_FALSE(has_folder_of_op(folder));
  }
}

TEST_CASE("subtraction is not associative, and the counterexample is the smallest") {
  const auto o = decided("--expr 'a - b' --type unsigned --commute 0");
  CHECK(o.status == 1);
  CHECK(o.out.find("x ∘ (y ∘ z) = ") != std::string::npos);
}

TEST_CASE("a sum of doubles is right but for rounding, by an expression and as MPI's own operation") {
  for (const std::string which : {"--expr 'a + b'", "MPI_SUM"}) {
    const auto o = decided(which + " --type double --commute 1 --pre '!isnan(a) && !isinf(a)' --json -");
    CAPTURE(o.err);
    if (which == "MPI_SUM") {
      CHECK(o.status == 2);
      continue;
    }
    CHECK(Json::parse(o.out).at("associative") == "right but for rounding");
  }
  const auto sum = decided("MPI_SUM --type double --commute 1 --json -");
  CHECK(sum.status == 0);
  CHECK(Json::parse(sum.out).at("associative") == "right but for rounding");
  CHECK(Json::parse(sum.out).at("commutative") == "right");
}

TEST_CASE("of a shared library nothing is proved: what is not refuted is undecided") {
  const KeepMax file;
  const Folder folder;
  const auto library = (folder / "op.so").string();
  REQUIRE(run("cc", "-shared -fPIC -o " + library + " " + file.path()).status == 0);
  const auto o = op(library + " --function keep_max --type 'struct{double v; int i;}' --pre '!isnan(a.v)' --json -");
  CHECK(o.status == 3);
  const auto report = Json::parse(o.out);
  for (const auto& finding : report.at("laws")) CHECK(finding.at("verdict") != "proved");
}

TEST_CASE("what is checked for some lengths alone is undecided, and no algorithm is right for it" *
          doctest::test_suite("slow")) {
  const Folder folder;
  const auto path = (folder / "down.c").string();
  std::ofstream(path) << R"(// In tiles.
void down(void* in, void* inout, int* len, void* type) {
  unsigned *a = in, *b = inout;
  for (int i = 0; i < *len; i += 4)
    for (int k = i; k < *len && k < i + 4; ++k) b[k] |= a[k];
})";
  const auto arguments = path + " --function down --type unsigned --commute 1";
  const auto o = op(arguments);
  CHECK(o.status == 3);
  CHECK(o.out.find("MPI may use it as it is declared.") == std::string::npos);
  CHECK(o.out.find("is not decided: it was checked for vectors of length 1-3 only.\n") != std::string::npos);
  CHECK(o.out.find("open for others: down.c:") != std::string::npos);
  const auto result = Json::parse(op(arguments + " --len 2,5 --json -").out);
  CHECK(result.at("fit") == "unknown");
  for (const auto* law : {"memory", "total", "split-safe", "pure"}) CHECK(verdict(result, law, "exact") == "unknown");
  CHECK(verdict(result, "associative", "exact") == "proved");
  for (const auto& algorithm : result.at("algorithms")) CHECK(algorithm.at("verdict") == "undecided");
  CHECK(op(arguments + " --len 2,5").out.find("vectors of length 2,5 only.") != std::string::npos);
  CHECK(op(arguments + " --allow-unknown --quiet").status == 0);
}

TEST_CASE("with --len 1 there are vectors of one element only, which nobody splits") {
  for (const std::string which : {"--expr 'a | b'", "MPI_BOR"}) {
    CAPTURE(which);
    const auto o = decided(which + " --type unsigned --commute 1 --len 1 --json -");
    CAPTURE(o.err);
    REQUIRE(o.status == 0);
    const auto result = Json::parse(o.out);
    CHECK(verdict(result, "split-safe", "exact") == "proved");
    CHECK(verdict(result, "memory", "exact") == "proved");
    CHECK(result.at("fit") == "proved");
  }
}

TEST_CASE("--junit has a test for each law: what is refuted fails, and what MPI does not require is skipped") {
  const KeepMax file;
  const auto o = decided(file.arguments() + " --commute 1 --junit -");
  CHECK(o.status == 1);
  CHECK(o.out.starts_with("<?xml"));
  pugi::xml_document document;
  REQUIRE(document.load_string(o.out.c_str()));
  const auto suite = document.child("testsuites").child("testsuite");
  const auto of = [&](const char* law) { return suite.find_child_by_attribute("testcase", "name", law); };
  CHECK(suite.attribute("failures").as_int() == 2);
  CHECK(of("memory").first_child().empty());
  CHECK(std::string(of("associative").child("failure").text().get()).find("x ∘ (y ∘ z) = ") != std::string::npos);
  CHECK(!of("declared").child("failure").empty());
  CHECK(!of("commutative").child("skipped").empty());
}

TEST_CASE("--sarif shows a fault at its own line, and what has none at that of the function") {
  const Folder folder;
  const auto path = (folder / "f.c").string();
  std::ofstream(path) << "void f(int *a, int *b, int *len, void *type) {\n  for (int i = 0; i < *len; ++i)\n"
                         "    b[i] -= a[i];\n}\n";
  const auto o = decided(path + " --function f --type int --sarif -");
  const auto results = Json::parse(o.out).at("runs")[0].at("results");
  int seen = 0;
  for (const auto& result : results) {
    const auto line = result.at("locations")[0].at("physicalLocation").at("region").at("startLine");
    const bool is_fault = result.at("ruleId") == "total", is_result = result.at("ruleId") == "associative";
    if (is_fault || is_result) CHECK(line == (is_fault ? 3 : 1));
    seen += is_fault || is_result;
  }
  CHECK(seen == 2);
}

TEST_CASE("a name that the source does not have is answered by those that would do; private members have theirs") {
  const Folder folder;
  const std::string body = "(int *a, int *b, int *len, void *) { for (int i = 0; i < *len; ++i) b[i] ^= a[i]; }\n";
  const auto path = (folder / "f.cpp").string();
  std::ofstream(path) << "static void good" << body << "class Ops {\n  static void member" << body << "};\n";
  for (const auto* type : {"", " --type int", " --type auto"})
    check_refused(op(path + " --function goood" + type), "it defines good");
  CHECK(decided(path + " --function Ops::member --type int").status == 0);
  std::ofstream(path) << "static void good" << body << "int wrong = none;\n";
  check_refused(op(path + " --function goood --type int"), "none");
}

TEST_CASE("--sarif shows the counterexample at the line of the function, and a fault at its own") {
  const KeepMax file;
  const auto o = decided(file.arguments() + " --commute 1 --sarif -");
  CHECK(o.status == 1);
  const auto log = Json::parse(o.out);
  CHECK(log.at("version") == "2.1.0");
  const auto& run = log.at("runs")[0];
  const auto& rules = run.at("tool").at("driver").at("rules");
  int errors = 0;
  for (const auto& result : run.at("results")) {
    CHECK(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id") == result.at("ruleId"));
    const auto& at = result.at("locations")[0].at("physicalLocation");
    CHECK(at.at("artifactLocation").at("uri") == "file://" + file.path());
    const bool copies_padding = result.at("ruleId") == "gaps" && at.at("region").at("startLine") != 2;
    CHECK(at.at("region").at("startLine") == (copies_padding ? 5 : 2));
    errors += result.at("level") == "error";
    if (result.at("ruleId") == "commutative") CHECK(result.at("level") == "note");
  }
  CHECK(errors == 2);
}

TEST_CASE("an operator that MPI may use makes no error in --sarif and no failure in --junit; --expr has no line") {
  const Folder folder;
  const auto sarif = (folder / "op.sarif").string(), junit = (folder / "op.xml").string();
  const auto o = decided("--expr 'a | b' --type unsigned --commute 1 --sarif " + sarif + " --junit " + junit);
  CHECK(o.status == 0);
  CHECK(o.out.find("MPI may use it as it is declared.") != std::string::npos);
  const auto log = Json::parse(read(sarif));
  for (const auto& result : log.at("runs")[0].at("results")) {
    CHECK(result.at("level") == "note");
    CHECK(!result.at("locations")[0].contains("physicalLocation"));
  }
  CHECK(read(junit).find("failures=\"0\" errors=\"0\"") != std::string::npos);
  CHECK(op("--expr 'a | b' --type unsigned --json - --sarif -").status == 2);
}

TEST_CASE("quotes in --cflags keep blanks in a word") {
  const Folder folder;
  const auto path = (folder / "by_macro.c").string();
  std::ofstream(path) << R"(#include <mpi.h>
void by_macro(void* in, void* inout, int* len, MPI_Datatype* type) {
  unsigned *a = in, *b = inout;
  for (int k = 0; k < *len; ++k) b[k] = COMBINED + sizeof TEXT - 3;
})";
  const auto o =
      decided(path + R"( --function by_macro --type unsigned --commute 1 --cflags "'-DCOMBINED=a[k] + b[k]' )"
                     R"(-DTEXT=\\\"ab\\\"" )");
  CAPTURE(o.err);
  CHECK(o.status == 0);
}

TEST_CASE("a file that is no source and that cannot be loaded is refused at once") {
  const Folder folder;
  const auto in = [&](const char* name) { return (folder / name).string(); };
  for (const auto* name : {"program", "program.c", "program.so"})
    std::filesystem::create_symlink(TUTTI_PROGRAM, folder / name);
  REQUIRE(run("mkfifo", in("fifo.c") + " " + in("fifo.so")).status == 0);
  std::filesystem::create_directory(folder / "folder.c");
  for (const auto& [file, what] : {std::pair<const char*, const char*>{"program", "has variables for each thread"},
                                   {"program.c", "is no text"},
                                   {"program.so", "has variables for each thread"},
                                   {"fifo.c", "is a pipe that nobody writes to"},
                                   {"fifo.so", "is a pipe that nobody writes to"},
                                   {"folder.c", "is no regular file"}}) {
    const auto arguments = "op " + in(file) + " --function f --type int";
    CAPTURE(arguments);
    const auto o = run("timeout 300 " TUTTI_PROGRAM, arguments);
    check_refused(o, what);
  }
}

TEST_CASE("tutti op: bad usage gives status 2 and one line, which says what is wrong") {
  const KeepMax file;
  struct Row {
    std::string arguments, says;
  };
  for (const auto& row : std::vector<Row>{{"--type int", "name one operator"},
                                          {"--expr 'a + b' --type 'struct{int'", "type"},
                                          {"--expr 'a + c' --type int", "--expr:1:5: error: "},
                                          {"--expr 'a + b' --meant 'a + c' --type int", "--meant:1:5: error: "},
                                          {"/there/is/no/file.c --function f --type int", "cannot be read"},
                                          {file.path() + " --type int", "--function"},
                                          {file.path() + " --function keep_min --type int", "keep_min"},
                                          {"MPI_SUM --type 'struct{int a;}'", "no predefined datatype"},
                                          {"MPI_BAND --type double", "does not take"},
                                          {"--expr a --type int --commute 2", "--commute"},
                                          {"--expr a --type int --len 0", "--len 0: must be at least 1"},
                                          {"--expr a --type int --len=-3", "--len -3: must be at least 1"},
                                          {"--expr a --type int --len 65", "--len 65: must be at most 64"},
                                          {"--expr a --type int --len 1-99999999999", "must be at most 64"},
                                          {"--expr a --type int --len 3-1", "write 1-3"},
                                          {"--expr a --type int --len ''", "--len"},
                                          {"--expr a --type int --len 1,", "--len"},
                                          {"--expr a --type int --len many", "--len: 'many'"},
                                          {"--expr a --type int --len 1.5", "--len: '1.5'"},
                                          {"--expr a --type int --len 1 --len 2", "--len"},
                                          {"--expr a --type int --time-limit 0", "--time-limit"},
                                          {"--expr a --type int --time-limit -1", "--time-limit: -1 is below 0"},
                                          {"--expr a --type int --time-limit nan", "--time-limit: nan is no finite"},
                                          {"--expr a --type int --tries -1", "--tries: -1 is below 0"},
                                          {"--expr a --type int --seed=-1", "--seed: -1 is below 0"},
                                          {"--expr a --type int --seed 18446744073709551616", "too large"},
                                          {"--expr a --type int --jobs -1", "--jobs -1: must be at least 1"},
                                          {"--expr a --type int --jobs 0", "--jobs 0: must be at least 1"},
                                          {file.arguments() + " --cflags '-DA=\"'", "a quote \" is not closed"},
                                          {file.arguments() + " --cflags \"-DA='x\"", "a quote ' is not closed"},
                                          {file.arguments() + " --cflags '-DA=\\'", "nothing follows the \\"}}) {
    const auto o = op(row.arguments);
    CAPTURE(row.arguments);
    check_refused(o, row.says);
  }
}

}  // namespace
}  // namespace tutti
