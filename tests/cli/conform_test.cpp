// `tutti conform` from outside, with a launcher and a worker that play an MPI (tests/conform/fake_mpi.cpp).
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <regex>

#include "tests/cli/conform_program.hpp"
#include "tests/support/recording.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;
using conform::Fate;

TEST_CASE("a mark of UTF-8 before a text is passed over") {
  const Folder folder;
  std::ofstream(folder / "cases") << "\xef\xbb\xbf" << line(Fate::pass) << "\n";
  CHECK(conformity("--cases " + (folder / "cases").string() + fake).status == 0);
}

TEST_CASE("bad usage of tutti conform gives status 2 and one line, which says what is wrong") {
  const Folder folder;
  std::ofstream(folder / "choices") << "allreduce=ring env A=1\n\nring env A=1\n";
  std::ofstream(folder / "expect") << "# known\nbcast wrong-valu # bug 1\n";
  std::ofstream(folder / "load") << "*\tload=sum/* wrong-value\nreduce load=sum/floot wrong-value\n";
  std::ofstream(folder / "key") << "bcast np=3 no-place hang\n";
  std::ofstream(folder / "cases") << "bcast np=2\nbcast np=2 root=7\n";
  std::ofstream(folder / "empty") << "\n";
  std::ofstream(folder / "one") << "bcast np=2\n";
  std::ofstream(folder / "no_recording.0") << "{\"ranks\": 1}\n";
  std::ofstream(folder / "later.0") << "{\"tutti_recording\": 2, \"ranks\": 1}\n";
  std::ofstream(folder / "half.0") << recorded_file(0, 1, {})[0] << "\n{\"call\": {\"ca\n";
  write_lines(folder / "alone.0", recorded_file(0, 2, {}));
  write_lines(folder / "no_case.0", recorded_file(0, 1, {R"({"op":{"commute":true,"operands":[]}})"}));
  const auto in = [&](const char* name) { return (folder / name).string(); };
  struct Row {
    std::string arguments, says;
  };
  for (const auto& row :
       std::vector<Row>{{"--np 0", "--np 0: must be at least 1"},
                        {"--collective alreduce", "did you mean allreduce?"},
                        {"--launcher 'mpiexec -n 4'", "{np} is missing"},
                        {"--launcher \"mpiexec -n {np} 'x\"", "the shell cannot read it: "},
                        {"--worker /nowhere/tutti-mpi", "ci/worker"},
                        {"--time-limit 0", "--time-limit"},
                        {"--quick --large", "give one of them"},
                        {"--soak never", "--soak: 'never' is not a number of minutes above 0"},
                        {"--soak 1 --record /tmp/x", "leave out one"},
                        {"--case 'bcast np=x'", "'np=x' in a case"},
                        {"--case 'bcast np=2 root=2'", "is no legal case"},
                        {"--case 'bcast np=2 algorithm=bcast=x'", "no choice is labelled 'bcast=x'"},
                        {"--cases " + in("cases"), "cases:2: 'bcast np=2 root=7' is no legal case"},
                        {"--cases " + in("empty"), "there is no case in it"},
                        {"--cases /nowhere/x", "cannot be read"},
                        {"--calls /nowhere/x", "/nowhere/x.0: cannot be read"},
                        {"--calls " + in("no_recording"), "no_recording.0:1: this is no recording"},
                        {"--calls " + in("later"), "later.0:1: the recording is of a later version"},
                        {"--calls " + in("half"), "half.0:2: is not JSON"},
                        {"--calls " + in("alone"), "alone.1: cannot be read"},
                        {"--calls " + in("no_case"), "none is like a case"},
                        {"--algorithms " + in("choices"), "line 3: 'ring' is no label"},
                        {"--expect /nowhere/x", "--expect /nowhere/x: cannot be read"},
                        {"--expect " + in("expect"),
                         "expect:2: there is no kind of failure 'wrong-valu'; did you mean wrong-value?"},
                        {"--expect " + in("load"), "load:2: there is no load like 'sum/floot'"},
                        {"--expect " + in("key"), "key:1: 'no-place' in a case: no such word"},
                        {"--resume /nowhere/x", "/nowhere/x: cannot be read"},
                        {"--record " + in("expect"), "exists; go on with --resume"},
                        {"--record a --resume b", "give one of them"},
                        {"--mpicc cc", "--mpicc compiles what --reproducers writes: give both"},
                        {"--reproducers /proc/x", "--reproducers /proc/x"},
                        {"--scratch /nowhere", "--scratch /nowhere"},
                        {"--json - --tap -", "--json - and --tap -: only one of them"},
                        {"--json " + in("x") + " --junit " + in("./x"), "--json writes to that file, too"},
                        {"--record " + in("x") + " --html " + in("x"), "--record " + in("x") + ": --html writes"},
                        {"--json " + in("cases") + " --cases " + in("cases"), "--json writes to that file"},
                        {"--cases " + in("one") + " --junit " + in("./one"), "writes to that file"},
                        {"--seed -1", "--seed: -1 is below 0"},
                        {"--seed 99999999999999999999", "--seed: 99999999999999999999 is too large"},
                        {"--html /nowhere/x", "--html /nowhere/x"}}) {
    const bool has_own = row.arguments.starts_with("--launcher") || row.arguments.starts_with("--worker");
    check_bad_usage(row.arguments + (has_own ? "" : fake), row.says);
  }
}

TEST_CASE("an environment that starts no worker gives status 4 and says what it printed") {
  const auto none = conformity(cases({Fate::pass}) + " --worker " TUTTI_FAKE_MPI " --launcher 'no-such-launcher {np}'");
  CHECK(none.status == 4);
  CHECK(says(none.err, "no-such-launcher: not found"));
  CHECK(none.out.empty());
  setenv("TUTTI_FAKE", "alone", 1);
  const auto other = conformity(cases({Fate::pass}) + fake);
  unsetenv("TUTTI_FAKE");
  CHECK(other.status == 4);
  CHECK(says(other.err, "the worker is built for Fake MPI 1.0, which is not what the launcher starts"));
}

TEST_CASE("where all cases pass or are skipped, the status is 0, and --quiet prints nothing") {
  const auto o = conformity(cases({Fate::pass, Fate::skip}) + fake);
  CHECK(o.status == 0);
  CHECK(says(o.out, "Fake MPI 1.0: 2 cases: 1 passed, 0 failed, 1 skipped, 0 undecided"));
  CHECK(says(o.out, "skipped 1: no such procedure"));
  const auto quiet = conformity(cases({Fate::pass, Fate::skip}) + fake + " --quiet");
  CHECK(quiet.status == 0);
  CHECK(quiet.out + quiet.err == "");
}

/// Of rank 0 of 1.
std::string recorded_call(const std::string& like) {
  auto call = recorded_allreduce(2, 0, 7, like);
  const auto collective = like.substr(0, like.find(' '));
  return call.replace(call.find("allreduce"), std::string_view("allreduce").size(), collective);
}

TEST_CASE("the calls that ranks have recorded are cases, each once") {
  const Folder folder;
  const std::string folded =
      R"({"call":{"collective":"bcast","folded":true,"calls":5,"seconds":{"sum":0,"min":0,"max":0},"wait":{}}})";
  write_lines(
      folder / "app.0",
      recorded_file(0, 2,
                    {recorded_call(line(Fate::pass)), recorded_call(line(Fate::skip)),
                     R"({"op":{"number":0,"commute":true,"object":null,"symbol":"f","offset":null,"operands":[]}})"}));
  write_lines(folder / "app.1",
              recorded_file(1, 2, {recorded_call(line(Fate::skip)), recorded_call(line(Fate::wrong)), folded}));
  const auto o = conformity("--calls " + (folder / "app").string() + fake);
  CHECK(o.status == 1);
  CHECK(says(o.out, "3 cases: 1 passed, 1 failed, 1 skipped, 0 undecided"));
  CHECK(says(o.err, "app: 3 cases for 28 of 33 calls; 0 have no case"));
  CHECK(says(o.err, "5 are recorded without arguments"));
}

TEST_CASE("a recording that is cut off, of another run or contradicts itself is refused with the file and the line") {
  const Folder folder;
  const auto call = recorded_allreduce(2, 0, 7, "allreduce np=2 load=sum/int");
  const auto whole = recorded_file(0, 1, {call, call});
  const auto app = (folder / "app").string();
  const auto refused = [&](const std::vector<std::string>& lines, const std::string& says) {
    write_lines(folder / "app.0", lines);
    check_bad_usage("--calls " + app + " --list" + fake, "--calls " + app + says);
  };
  for (std::size_t n = 1; n < whole.size(); ++n)
    refused({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)},
            fmt::format(".0:{}: the recording is cut off here", n));
  refused({whole[0], whole[1], whole[3]}, ".0:3: end.lines is not how many there are");
  refused({whole[0], whole[1], whole[2], whole[3], whole[2]}, ".0:5: it comes after the end");
  refused(recorded_file(1, 1, {call}), ".0:1: rank is another one than in the file's name");
  refused(recorded_file(0, 0, {call}), ".0:1: ranks is 0, no whole number from 1");
  const auto with = [&](const std::string& was, const std::string& is) {
    auto text = call;
    text.replace(text.find(was), was.size(), is);
    return recorded_file(0, 1, {text});
  };
  refused(recorded_file(0, 1, {"{}"}), ".0:2: this is neither of calls nor of an operator");
  refused(recorded_file(0, 1, {R"({"call":null})"}), ".0:2: call is no JSON object");
  refused(with("\"calls\":7", "\"calls\":-7"), ".0:2: call.calls is -7");
  refused(with("\"calls\":7", "\"calls\":1.5"), ".0:2: call.calls is 1.5");
  refused(with("\"rank\":0", "\"rank\":2"), ".0:2: call.communicator.rank is none of a communicator of that size");
  refused(with("\"allreduce\"", "\"allfoo\""), ".0:2: call.collective is 'allfoo', no collective");
  refused(with("\"allreduce\"", "\"bcast\""), ".0:2: call.case is 'allreduce np=2 load=sum/int': no call of bcast");
  refused(with("np=2", "np=3"), ".0:2: call.case is 'allreduce np=3 load=sum/int': of another size");
  refused(with("np=2", "np=x"), ".0:2: call.case is 'allreduce np=x load=sum/int': ");
  refused(with("\"case\":\"allreduce np=2 load=sum/int\"", "\"case\":7"), ".0:2: call.case is 7, no text");

  write_lines(folder / "app.0", recorded_file(0, 2, {call}));
  write_lines(folder / "app.1", recorded_file(1, 3, {call}));
  check_bad_usage("--calls " + app + " --list" + fake, "app.1: it is of 3 ranks, and");
}

TEST_CASE("a failure gives status 1, and each report names it, its smallest case and the command that shows it") {
  const Folder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  std::ofstream(folder / "known") << "bcast np=2 crash # bug 7\n";
  const auto o = conformity(cases({Fate::pass, Fate::wrong, Fate::skip, Fate::crash}) + fake + " --json " +
                            file("a.json") + " --junit " + file("a.xml") + " --tap " + file("a.tap") + " --html " +
                            file("a.html") + " --reproducers " + file("programs") + " --expect " + file("known"));
  CHECK(o.status == 1);
  CHECK(o.err == "");
  CHECK(says(o.out, "FAILS " + line(Fate::wrong) + "\n  wrong-value at rank 1: element 3 is 1, due 2\n"));
  CHECK(says(o.out, "fails as expected: " + line(Fate::crash)));

  const auto json = Json::parse(read(folder / "a.json"));
  CHECK(json.at("version") == 1);
  CHECK(json.at("mpi") == "Fake MPI 1.0");
  CHECK(json.at("cases") == 4);
  CHECK(json.at("passed") == 1);
  CHECK(json.at("skipped") == 1);
  const auto& failure = json.at("failures").at(0);
  CHECK(failure.at("case") == line(Fate::wrong));
  CHECK(failure.at("collective") == "bcast");
  CHECK(failure.at("np") == 2);
  CHECK(failure.at("finding") == "wrong-value at rank 1: element 3 is 1, due 2");
  CHECK(failure.at("kind") == "wrong-value");
  CHECK(failure.at("again") == "alone");
  CHECK(failure.at("expected").is_null());
  const auto smallest = failure.at("smallest").get<std::string>();
  CHECK(smallest != line(Fate::wrong));
  CHECK(says(failure.at("command"), "--case '" + smallest + "'"));
  CHECK(says(failure.at("reproducer"), "int main("));
  CHECK(says(json.at("failures").at(1).at("expected"), "bug 7"));

  pugi::xml_document xml;
  REQUIRE(xml.load_file(file("a.xml").c_str()));
  CHECK(xml.select_nodes("//testcase").size() == 4);
  CHECK(xml.select_nodes("//testcase[@classname='bcast']/failure").size() == 1);
  CHECK(xml.select_nodes("//testcase/skipped").size() == 2);

  const auto tap = read(folder / "a.tap");
  CHECK(tap.starts_with("TAP version 14\n1..4\nok 1 - "));
  CHECK(says(tap, "\nnot ok 2 - " + line(Fate::wrong) + "\n  ---\n"));
  CHECK(says(tap, "\nok 3 - " + line(Fate::skip) + " # SKIP no such procedure\n"));
  CHECK(says(tap, "\nnot ok 4 - " + line(Fate::crash) + " # TODO expected: bug 7\n"));

  REQUIRE(xml.load_file(file("a.html").c_str()));
  CHECK(xml.select_node("//details[@class='failure']/summary/code").node().text().get() == smallest);
  CHECK(xml.select_nodes("//details[@class='failure known']").size() == 1);
  CHECK(xml.select_node("//td[@class='bad']/a").node().attribute("href").value() == std::string("#failures-bcast"));
  CHECK(xml.select_node("//h3[@id='failures-bcast']"));
  CHECK_FALSE(says(read(folder / "a.html"), "http"));
  CHECK(says(read(folder / "programs/bcast-wrong-value-1.c"), "int main("));
}

TEST_CASE("the command of a failure shows it again") {
  const auto json = Json::parse(conformity(cases({Fate::wrong}) + fake + " --json -").out);
  const auto command = json.at("failures").at(0).at("command").get<std::string>();
  REQUIRE(command.starts_with("tutti "));
  const auto again = run(TUTTI_PROGRAM, command.substr(6));
  CHECK(again.status == 1);
  CHECK(says(again.out, "wrong-value"));
}

TEST_CASE(
    "failures that are expected give status 0, a new one or one that has gone gives 1, but for what fails at times") {
  const Folder folder;
  const auto with = [&](const std::vector<Fate>& fates, const std::string& known) {
    std::ofstream(folder / "known") << known;
    return conformity(cases(fates) + fake + " --expect " + (folder / "known").string());
  };
  CHECK(with({Fate::wrong, Fate::pass}, "bcast form=blocking wrong-value # bug 1\n").status == 0);
  CHECK(with({Fate::wrong}, "bcast seed=1 crash\n").status == 1);
  CHECK(with({Fate::wrong, Fate::crash}, "b* wrong-value\n").status == 1);
  const auto gone = with({Fate::pass}, "\nbcast np=[2-4] wrong-value # bug 1\n");
  CHECK(gone.status == 1);
  CHECK(says(gone.out, "fails no longer, take it out: " + (folder / "known").string() + ":2: bcast np=[2-4]"));
  CHECK(with({Fate::pass}, "bcast np=7 wrong-value\n").status == 0);  // of no case that was run
  CHECK(with({Fate::skip}, "bcast wrong-value\n").status == 0);
  CHECK(with({Fate::wrong, Fate::crash}, "bcast crash,wrong-value\n").status == 0);
  CHECK(with({Fate::wrong}, "maybe bcast wrong-value\n").status == 0);
  CHECK(with({Fate::pass}, "maybe bcast wrong-value\n").status == 0);
  CHECK(with({Fate::crash}, "maybe bcast wrong-value\n").status == 1);
  CHECK(with({Fate::spoil, Fate::victim}, "maybe bcast wrong-value # all are\n").status == 0);
  CHECK(with({Fate::spoil, Fate::victim}, "maybe bcast seed=7 wrong-value\n").status == 1);
  CHECK(with({Fate::once}, "maybe bcast wrong-value\n").status == 0);  // though it does not come again
  CHECK(with({Fate::once}, "maybe bcast crash\n").status == 3);
}

TEST_CASE("what is known to hang keeps no other case from being run, and what is left out behind hangs is no pass") {
  const Folder folder;
  const auto with = [&](const std::string& known) {
    std::ofstream(folder / "known") << known;
    return conformity(cases({Fate::hang, Fate::hang, Fate::pass}) + fake + " --time-limit 0.5" +
                      (known.empty() ? "" : " --expect " + (folder / "known").string()));
  };
  const auto hang = std::to_string(static_cast<int>(Fate::hang));
  const auto other = with("bcast seed=" + hang + " hang\n");
  CHECK(other.status == 0);
  CHECK(says(other.out, ": 1 passed, 2 failed (2 as expected), 0 skipped, 0 undecided"));
  CHECK(says(with("bcast hang\n").out, ": 0 passed, 2 failed (2 as expected), 1 skipped, 0 undecided"));
  const auto unknown = with("");
  CHECK(unknown.status == 1);
  CHECK(says(unknown.out, ": 0 passed, 2 failed, 0 skipped, 1 undecided"));
}

TEST_CASE("what MPI permits a wrong argument to do is counted, and is a failure where --strict is given") {
  const std::string wrong =
      " --case 'bcast np=2 scene=error wrong=root seed=" + std::to_string(static_cast<int>(Fate::accept)) + "'" +
      cases({Fate::pass}) + fake;
  const Folder folder;
  const auto record = (folder / "record").string();
  const auto o = conformity(wrong + " --record " + record);
  CHECK(o.status == 0);
  CHECK(says(o.out, "permitted 1: a root that is no rank is accepted\n"));
  CHECK(says(o.out, "2 cases: 1 passed, 0 failed, 0 skipped, 1 permitted, 0 undecided"));
  const auto json = Json::parse(conformity(wrong + " --json -").out);
  CHECK(json.at("permitted") == 1);
  CHECK(json.at("permissions").at(0).at("why") == "a root that is no rank is accepted");
  CHECK(says(conformity(wrong + " --tap -").out, " # SKIP permitted: a root that is no rank is accepted"));
  const auto strict = conformity(wrong + " --strict --json -");
  CHECK(strict.status == 1);
  const auto failure = Json::parse(strict.out).at("failures").at(0);
  CHECK(failure.at("kind") == "no-error");
  CHECK(says(failure.at("command"), " --strict "));
  CHECK(conformity(wrong + " --strict --resume " + record).status == 1);  // what was recorded is judged anew
}

TEST_CASE("what is undecided gives status 3") {
  const auto o = conformity(cases({Fate::mumble}) + fake + " --quiet");
  CHECK(o.status == 3);
  CHECK(says(o.out, "undecided 1: rank 0 reports a failure, and no line that can be read says which"));
}

TEST_CASE("--soak goes on with hundreds of cases that have passed") {
  setenv("TUTTI_FAKE", "passes", 1);
  const auto run = [&](const std::string& arguments) {
    return Json::parse(conformity("--np 2,3 --quick --collective bcast,barrier --json -" + arguments + fake).out);
  };
  const auto plain = run(""), soaked = run(" --soak 0.01");
  unsetenv("TUTTI_FAKE");
  CHECK(soaked.at("cases").get<int>() >= plain.at("cases").get<int>() + 500);
  CHECK(soaked.at("passed").get<int>() >= plain.at("passed").get<int>() + 500);
  CHECK(soaked.at("failed") == 0);
  CHECK(soaked.at("undecided") == 0);
}

TEST_CASE("a choice of algorithm runs the cases of its procedure, and reports say what it was") {
  const Folder folder;
  std::ofstream(folder / "choices") << "bcast=tree env TUTTI_FAKE=passes\nbcast=bad env TUTTI_FAKE=exits\n";
  const auto choices = " --algorithms " + (folder / "choices").string();
  setenv("TUTTI_FAKE", "passes", 1);
  const auto count = [&](const std::string& arguments) {
    return Json::parse(conformity("--np 2 --quick --json -" + arguments + fake).out).at("cases").get<int>();
  };
  const int plain = count(" --collective bcast,barrier"), bcasts = count(" --collective bcast");
  const int chosen = count(" --collective bcast,barrier" + choices) - plain;
  CHECK(chosen % 2 == 0);  // as many with the one as with the other
  CHECK(chosen > 0);
  CHECK(chosen < 2 * bcasts);  // not those of other forms, nor between groups
  unsetenv("TUTTI_FAKE");

  const auto o = conformity(
      "--case 'bcast np=2 algorithm=bcast=tree seed=3' --case 'bcast np=2 algorithm=bcast=bad' "
      "--case 'bcast np=2 seed=1' --json -" +
      choices + fake);
  const auto json = Json::parse(o.out);
  CHECK(json.at("passed") == 1);
  CHECK(json.at("failed") == 1);
  CHECK(says(json.at("skips").at(0).at("why"), "under np=2 and bcast=bad the worker does not start"));
}

TEST_CASE("a run ends with what was reached of all that can be chosen, and what was not") {
  const Folder folder;
  std::ofstream(folder / "choices") << "bcast=tree env TUTTI_FAKE=passes\nbcast=bad env TUTTI_FAKE=exits\n"
                                       "reduce=ring env TUTTI_FAKE=passes\nall=FILE not its values are any text\n";
  const auto choices = " --algorithms " + (folder / "choices").string();
  const auto o = conformity(
      "--case 'bcast np=2 algorithm=bcast=tree seed=3' --case 'bcast np=2 algorithm=bcast=bad' "
      "--case 'bcast np=2 seed=1'" +
      choices + fake);
  CHECK(says(o.out, "CHOSEN AT THE LAUNCH"));
  CHECK(std::regex_search(o.out, std::regex("\nbcast +2 +1 +1 +0 +1 +0\n")));
  CHECK(std::regex_search(o.out, std::regex("\nnot reached, under np=2 and bcast=bad [^\n]*:\n  bcast=bad\n")));
  CHECK(says(o.out, "no case of the programme concerns 1 other choice\n"));
  CHECK(says(o.out, "nobody knows how to choose:\n  all=FILE: its values are any text\n"));
  const auto refused = conformity("--case 'bcast np=2 algorithm=all=FILE'" + choices + fake);
  CHECK(refused.status == 2);
  CHECK(says(refused.err, "'all=FILE' cannot be chosen: its values are any text"));
}

}  // namespace
}  // namespace tutti
