// `tutti op --recorded` from outside.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/keep_max.hpp"
#include "tests/support/program.hpp"
#include "tests/support/recording.hpp"
#include "tests/support/refusal.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

tutti::Outcome op_of_recording(const std::string& arguments) { return run(TUTTI_PROGRAM, "op " + arguments); }

/// An application whose operator is keep_max, as it is recorded: compiled with those flags as a library of that name.
class RecordedKeepMax {
 public:
  RecordedKeepMax(const std::string& flags, const std::string& elements, bool commute, const char* name = "app.so",
                  const Json& samples = Json::array()) {
    const auto object = (folder_ / name).string();
    CHECK(run("cc", "-shared -fPIC " + flags + " " + file_.path() + " -o " + object).status == 0);
    const auto symbols = run("nm", object).out;
    const auto line_end = symbols.find(" T keep_max");
    const auto offset = std::stoll(symbols.substr(symbols.rfind('\n', line_end) + 1, 16), nullptr, 16);
    const Json op{{"number", 0},          {"commute", commute}, {"object", object},
                  {"symbol", "keep_max"}, {"offset", offset},   {"operands", Json::array()}};
    auto line = Json{{"op", op}};
    line["op"]["operands"].push_back({{"type", Json::parse(elements)}, {"elements", samples}});
    for (const int r : {0, 1}) write_lines(folder_ / ("app." + std::to_string(r)), recorded_file(r, 2, {line.dump()}));
  }
  tutti::Outcome judged(const std::string& options = "") const {
    return op_of_recording("--recorded " + (folder_ / "app").string() + " " + options);
  }

 private:
  KeepMax file_;
  Folder folder_;
};

TEST_CASE("a recorded operator is judged once, from the source that debug information leads to, on what it was given") {
  const auto once = RecordedKeepMax("-g", R"({"extent": 16})", true).judged("--values ordinary --time-limit 60");
  CHECK(once.status == 1);
  CHECK(once.out.starts_with("== keep_max of "));
  CHECK(says(once.out,
             "on elements of 16 bytes, declared to commute\nkeep_max on struct{double v; int32_t i;}, 16 bytes"));
  CHECK(once.out.rfind("== ") == 0);
  CHECK(says(once.out, "MPI must not use it as it is declared"));
  const auto otherwise = RecordedKeepMax("-g", R"({"extent": 16})", false).judged("--values ordinary --time-limit 60");
  CHECK(otherwise.status == 0);
  const auto several = RecordedKeepMax("-g", R"({"extent": 32})", false).judged("--values ordinary --time-limit 60");
  CHECK(says(several.out, "keep_max on struct{struct{double v; int32_t i;} part[2];}, 32 bytes"));
}

TEST_CASE("what cannot be judged of a recording is unknown, and says why") {
  const auto of_other_size = RecordedKeepMax("-g", R"({"extent": 12})", false).judged();
  CHECK(of_other_size.status == 3);
  CHECK(says(of_other_size.out,
             "Unknown: elements have 12 bytes from one to the next, and the source takes them for "
             "struct{double v; int32_t i;}, 16 bytes"));
  const auto without_type = RecordedKeepMax("-g0", R"({"extent": 16})", false, "app").judged();
  CHECK(without_type.status == 3);
  CHECK(says(without_type.out, "app: keep_max does not say of which type its elements are; name it with --type"));
  const auto library = RecordedKeepMax("-g0", R"("MPI_DOUBLE_INT")", false).judged("--values ordinary");
  CHECK(library.status == 3);
  CHECK(says(library.out, "Nothing is proved: no debug information leads to its source"));
}

TEST_CASE("a recording that is deep, or whose numbers are none, is refused in one line") {
  const Folder folder;
  const auto refusal_of = [&](const std::string& rank, const std::string& line) {
    write_lines(folder / "app.0",
                {R"({"tutti_recording":1,"rank":)" + rank + R"(,"ranks":1})", line, R"({"end":{"lines":2}})"});
    return op_of_recording("--recorded " + (folder / "app").string());
  };
  const auto deep = std::string(200'000, '[') + std::string(200'000, ']');
  check_refused(refusal_of(deep, "{}"), "app.0:1: is nested more than 64 levels deep");
  const auto op = [](const std::string& bound) {
    return R"({"op":{"commute":true,"operands":[{"type":{"extent":4,"lb":)" + bound + R"(},"elements":["zz"]}]}})";
  };
  check_refused(refusal_of("0", op("\"x\"")), "'zz', no bytes in hexadecimal");
  check_refused(refusal_of("0", op(deep)), "app.0:2: is nested more than 64 levels deep");
}

TEST_CASE("tutti op --recorded refuses what names an operator, and a recording that has none") {
  const RecordedKeepMax recorded("-g", R"({"extent": 16})", true);
  const auto named = recorded.judged("--type double");
  CHECK(named.status == 2);
  CHECK(says(named.err, "--recorded says which operators, of which types and how declared"));
  const Folder folder;
  write_lines(folder / "app.0", recorded_file(0, 1, {}));
  const auto none = op_of_recording("--recorded " + (folder / "app").string());
  CHECK(none.status == 2);
  CHECK(says(none.err, "no operator of the application is in it"));
}

TEST_CASE("operands that were recorded are tried first, and what are no bytes of them is refused") {
  // 20221125.0 with the index 7, and 1.0 with 1.
  const Json samples{"000000505647734107000000", "000000000000f03f01000000"};
  const auto o = RecordedKeepMax("-g0", R"("MPI_DOUBLE_INT")", true, "app.so", samples).judged("--time-limit 60");
  CHECK(o.status == 3);  // over the real numbers, machine code refutes nothing
  CHECK(says(o.out, "found with recorded values"));
  for (const auto* wrong : {"0", "0g", ""}) {
    const auto refused = RecordedKeepMax("-g0", R"("MPI_DOUBLE_INT")", true, "app.so", Json{wrong, wrong}).judged();
    CHECK(refused.status == 2);
    CHECK(says(refused.err, "no bytes in hexadecimal"));
  }
}

TEST_CASE("--json has an entry for each recorded operator and datatype, judged or not") {
  const auto o = RecordedKeepMax("-g", R"({"extent": 16})", false).judged("--values ordinary --time-limit 60 --json -");
  const auto cases = Json::parse(o.out).at("cases");
  CHECK(cases.size() == 1);
  CHECK(cases[0].at("fit") == "proved");
  const auto unknown = Json::parse(RecordedKeepMax("-g", R"({"extent": 12})", false).judged("--json -").out);
  CHECK(says(unknown.at("cases")[0].at("unknown"), "elements have 12 bytes"));
}

}  // namespace
}  // namespace tutti
