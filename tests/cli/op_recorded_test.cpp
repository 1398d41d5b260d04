// `tutti op --recorded` from outside.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "tests/cli/keep_max.hpp"
#include "tests/support/program.hpp"
#include "tests/support/recording.hpp"
#include "tests/support/refusal.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

tutti::Outcome op_of_recording(const std::string& arguments) { return run(TUTTI_PROGRAM, "op " + arguments); }

/// An application with one operator, as it is recorded: compiled with those flags as a library of that name.
class RecordedOperation {
 public:
  RecordedOperation(const std::string& file, const std::string& function, const std::string& flags,
                    const std::string& elements, bool commute, const char* name, const Json& samples,
                    std::optional<bool> large_count = {}) {
    const auto object = (folder_ / name).string();
    CHECK(run("cc", "-shared -fPIC " + flags + " " + file + " -o " + object).status == 0);
    const auto symbols = run("nm", object).out;
    const auto line_end = symbols.find(" T " + function);
    const auto offset = std::stoll(symbols.substr(symbols.rfind('\n', line_end) + 1, 16), nullptr, 16);
    const Json op{{"number", 0},        {"commute", commute}, {"object", object},
                  {"symbol", function}, {"offset", offset},   {"operands", Json::array()}};
    auto line = Json{{"op", op}};
    if (large_count) line["op"]["large_count"] = *large_count;
    line["op"]["operands"].push_back({{"type", Json::parse(elements)}, {"elements", samples}});
    for (const int r : {0, 1}) write_lines(folder_ / ("app." + std::to_string(r)), recorded_file(r, 2, {line.dump()}));
  }
  tutti::Outcome judged(const std::string& options = "") const {
    return op_of_recording("--recorded " + (folder_ / "app").string() + " " + options);
  }

 private:
  Folder folder_;
};

class RecordedKeepMax {
 public:
  RecordedKeepMax(const std::string& flags, const std::string& elements, bool commute, const char* name = "app.so",
                  const Json& samples = Json::array())
      : recorded_(file_.path(), "keep_max", flags, elements, commute, name, samples) {}
  tutti::Outcome judged(const std::string& options = "") const { return recorded_.judged(options); }

 private:
  KeepMax file_;
  RecordedOperation recorded_;
};

/// The operator whose body for each element, of `in` and `inout` at `i`, is that, on those elements.
tutti::Outcome judged_on(const std::string& body, const std::string& elements, const std::string& type = "int",
                         const Json& samples = Json::array(), const std::string& flags = "-g") {
  const Folder folder;
  const auto file = (folder / "f.c").string();
  std::ofstream(file) << "typedef " << type << " T;\nvoid f(void* a, void* b, int* n, void* t) {\n"
                      << "  T *in = a, *inout = b;\n  (void)t;\n  for (int i = 0; i < *n; ++i) { " << body << " }\n}\n";
  return RecordedOperation(file, "f", flags, elements, true, "app.so", samples).judged("--time-limit 60");
}

TEST_CASE("a recorded operator is judged once, from the source that debug information leads to, on what it was given") {
  const auto once =
      RecordedKeepMax("-g", R"({"extent": 16, "data": [0, 16]})", true).judged("--values ordinary --time-limit 60");
  CHECK(once.status == 1);
  CHECK(once.out.starts_with("== keep_max of "));
  CHECK(says(once.out,
             "on elements of 16 bytes, declared to commute\nkeep_max on struct{double v; int32_t i;}, 16 bytes"));
  CHECK(once.out.rfind("== ") == 0);
  CHECK(says(once.out, "MPI must not use it as it is declared"));
  const auto otherwise =
      RecordedKeepMax("-g", R"({"extent": 16, "data": [0, 16]})", false).judged("--values ordinary --time-limit 60");
  CHECK(otherwise.status == 0);
  const auto several =
      RecordedKeepMax("-g", R"({"extent": 32, "data": [0, 32]})", false).judged("--values ordinary --time-limit 60");
  CHECK(says(several.out, "keep_max on struct{struct{double v; int32_t i;} part[2];}, 32 bytes"));
}

TEST_CASE("of a recorded datatype an operator may access the data alone, wherever it lies in the extent") {
  const auto *both = "inout[i].a |= in[i].a; inout[i].b |= in[i].b;", *first = "inout[i].a |= in[i].a;",
             *second = "inout[i].b |= in[i].b;";
  const auto *whole = R"({"extent": 8, "data": [0, 8]})", *lower = R"({"extent": 8, "data": [0, 4]})",
             *upper = R"({"extent": 8, "data": [4, 8]})", *pair = "struct { int a, b; }";
  for (const auto& [body, elements] : {std::pair{both, whole}, {first, lower}, {second, upper}}) {
    const auto o = judged_on(body, elements, pair);
    CHECK_MESSAGE(o.status == 0, o.out, o.err);
  }
  for (const auto& [body, elements] : {std::pair{both, lower}, {both, upper}, {second, lower}, {first, upper}}) {
    const auto o = judged_on(body, elements, pair);
    CHECK_MESSAGE(o.status == 1, o.out, o.err);
    CHECK(says(o.out, "of an element of in"));
  }
  const auto of_numbers = judged_on("inout[2 * i] |= in[2 * i]; inout[2 * i + 1] |= in[2 * i + 1];", lower);
  CHECK(of_numbers.status == 1);
  CHECK(says(of_numbers.out, "on elements of 8 bytes with data in 0-3, declared to commute"));
  CHECK(says(of_numbers.out, "an access to bytes 4 to 7 of an element of in"));
  CHECK(!says(of_numbers.out, "is --type"));
}

TEST_CASE("behind the data of its last element a recorded datatype has nothing; padding between members is no matter") {
  const auto *ends_early = R"({"extent": 16, "data": [0, 12]})", *whole = R"({"extent": 16, "data": [0, 16]})";
  const std::string padded = "struct { long k; int i; }", inner = "struct { int i; long k; }";
  const std::string copies = "if (in[i].k > inout[i].k || (in[i].k == inout[i].k && in[i].i > inout[i].i)) ";
  const auto by_struct = copies + "inout[i] = in[i];",
             by_member = copies + "inout[i].k = in[i].k, inout[i].i = in[i].i;";
  const auto overrun = judged_on(by_struct, ends_early, padded);
  CHECK(overrun.status == 1);
  CHECK(says(overrun.out, "an access to bytes 12 to 15 of the last element of in"));
  CHECK(judged_on(by_member, ends_early, padded).status == 0);
  CHECK(judged_on(by_struct, whole, padded).status == 0);
  CHECK(judged_on(by_struct, R"({"extent": 16, "data": [0, 4, 8, 16]})", inner).status == 0);
}

TEST_CASE("where the data of a recorded datatype cannot be judged, that is unknown") {
  const auto unknown = [](const char* elements, const char* why, const std::string& type = "int") {
    const auto o = judged_on("inout[i] = in[i];", elements, type);
    CHECK(o.status == 3);
    CHECK_MESSAGE(says(o.out, why), o.out);
  };
  unknown(R"({"extent": 4})", "Unknown: in which bytes the elements have data is not in the recording");
  unknown(R"({"extent": 4, "data": [-4, 0]})",
          "have data in the bytes -4--1 from their origins, which are 4 bytes apart");
  unknown(R"({"extent": 4, "data": [4, 8]})", "have data in the bytes 4-7 from their origins");
  unknown(R"({"extent": 8, "data": [2, 6]})", "of 4 bytes at 0, which are taken for a number, only 2 are data");
  unknown(R"({"extent": 16, "data": [12, 16]})", "none of its elements' data are where", "struct { long k; int i; }");
}

TEST_CASE("a recorded operand lies where its datatype has its data") {
  const auto *rare = "if (in[i].b == 20221125) inout[i].b = 7;", *upper = R"({"extent": 8, "data": [4, 8]})";
  const auto o = judged_on(rare, upper, "struct { int a, b; }", Json{"c58c3401"});
  CHECK(o.status == 1);
  CHECK_MESSAGE(says(o.out, "x = {.b = 20221125}"), o.out);
}

TEST_CASE("whether an operator is for large counts is said by the recording, else by its parameter, else by the user") {
  const Folder folder;
  const auto file = (folder / "f.c").string();
  const auto add = [](const char* name, const char* parameter, const char* counter, const char* end) {
    return fmt::format(
        "void {}(void* in, void* inout, {} n, void* t) {{\n  (void)t;\n  for ({} i = 0; i < {}; ++i) "
        "((unsigned*)inout)[i] += ((unsigned*)in)[i];\n}}\n",
        name, parameter, counter, end);
  };
  std::ofstream(file) << add("large", "long long*", "long", "*n") << add("usual", "int*", "int", "*n")
                      << add("overflows", "long*", "int", "*n") << add("either", "void*", "long", "*(long*)n");
  const auto judged = [&](const std::string& function, const std::string& more = "") {
    return op_of_recording(file + " --type unsigned --time-limit 60 --function " + function + more);
  };
  const auto of_source = judged("large");
  CHECK(of_source.status == 0);
  CHECK(says(of_source.out, "It takes *len for an MPI_Count: it is for MPI_Op_create_c"));
  CHECK(!says(judged("usual").out, "MPI_Count"));
  CHECK(judged("overflows").status == 3);
  CHECK(judged("either").status == 1);
  CHECK(judged("either", " --large-count").status == 0);
  check_refused(judged("usual", " --large-count"), "usual takes its length for an int");
  const auto object = (folder / "f.o").string();
  CHECK(run("cc", "-c -fPIC -g0 " + file + " -o " + object).status == 0);
  const auto of_code = op_of_recording(object + " --type unsigned --function large");
  CHECK(of_code.status == 3);
  CHECK(!says(of_code.out, "memory                      refuted"));
  const auto recorded = [&](const std::string& function, bool large_count, const std::string& flags = "-g") {
    const RecordedOperation op(file, function, flags, R"("MPI_UNSIGNED")", true, "app.so", Json::array(), large_count);
    return op.judged("--time-limit 60").status;
  };
  CHECK(recorded("large", true) == 0);
  CHECK(recorded("large", false) == 1);
  CHECK(recorded("large", true, "-g0") == 3);
  CHECK(recorded("large", false, "-g0") == 1);
  CHECK(recorded("usual", false) == 0);
  CHECK(recorded("usual", true) == 3);
  CHECK(recorded("either", true) == 0);
}

TEST_CASE("what cannot be judged of a recording is unknown, and says why") {
  const auto of_other_size = RecordedKeepMax("-g", R"({"extent": 12, "data": [0, 12]})", false).judged();
  CHECK(of_other_size.status == 3);
  CHECK(says(of_other_size.out,
             "Unknown: elements have 12 bytes from one to the next, and the source takes them for "
             "struct{double v; int32_t i;}, 16 bytes"));
  const auto without_type = RecordedKeepMax("-g0", R"({"extent": 16, "data": [0, 16]})", false, "app").judged();
  CHECK(without_type.status == 3);
  CHECK(says(without_type.out, "app: keep_max does not say of which type its elements are; name it with --type"));
  const auto library = RecordedKeepMax("-g0", R"("MPI_DOUBLE_INT")", false).judged("--values ordinary");
  CHECK(library.status == 1);
  CHECK(says(library.out, "it writes byte 12 of the last element of inoutvec, which is no data"));
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
  const RecordedKeepMax recorded("-g", R"({"extent": 16, "data": [0, 16]})", true);
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
  CHECK(o.status == 1);  // it copies whole structures
  CHECK(says(o.out, "found with recorded values"));
  for (const auto* wrong : {"0", "0g", ""}) {
    const auto refused = RecordedKeepMax("-g0", R"("MPI_DOUBLE_INT")", true, "app.so", Json{wrong, wrong}).judged();
    CHECK(refused.status == 2);
    CHECK(says(refused.err, "no bytes in hexadecimal"));
  }
}

TEST_CASE("--json has an entry for each recorded operator and datatype, judged or not") {
  const auto o = RecordedKeepMax("-g", R"({"extent": 16, "data": [0, 16]})", false)
                     .judged("--values ordinary --time-limit 60 --json -");
  const auto cases = Json::parse(o.out).at("cases");
  CHECK(cases.size() == 1);
  CHECK(cases[0].at("fit") == "proved");
  const auto unknown =
      Json::parse(RecordedKeepMax("-g", R"({"extent": 12, "data": [0, 12]})", false).judged("--json -").out);
  CHECK(says(unknown.at("cases")[0].at("unknown"), "elements have 12 bytes"));
}

}  // namespace
}  // namespace tutti
