// Operators as machine code: right ones get no refutation, and each classic mistake its smallest counterexample.
#include "verified/op/black_box/black_box.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "tests/op/black_box_operators.hpp"
#include "tests/support/program.hpp"

namespace {

using namespace tutti::op;

constexpr const char* pair = "struct{double v; int i;}";
constexpr const char* padded = "struct{char c; int n;}";

Function function(const std::string& name) {
  static const auto library = [] {
    const tutti::Folder folder;
    const auto file = (folder / "operators.c").string();
    std::ofstream(file) << tutti::black_box_operators;
    return compile_library({file, {}});
  }();
  return Function::load(library.path(), name);
}

Trial trial(const std::string& name, const char* type) {
  Trial t{parse_type(type), function(name), {}};
  t.seconds_for_a_law = t.seconds_to_shrink = 600;  // so that the result does not depend on the machine
  return t;
}

struct Findings {
  Type type;
  std::vector<LawFinding> all;

  const LawFinding& of(Law law, Domain domain) const {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](auto& f) { return f.law == law && f.domain == domain; });
    REQUIRE_MESSAGE(found != all.end(), fmt::format("no finding of {} {}", name_of(law), name_of(domain)));
    return *found;
  }
  const LawFinding& of(Law law) const { return of(law, type.has_floating() ? Domain::ieee : Domain::exact); }
  std::string why(Law law) const { return of(law).why; }

  std::string elements(const Bytes& bytes) const {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += type.size)
      text += (i > 0 ? " " : "") + literal(type, {&bytes[i], type.size});
    return text;
  }
  /// "x=1 y=2: what is wrong", or "unknown".
  std::string text(const LawFinding& f) const {
    if (f.answer != Answer::refuted) return std::string(name_of(f.answer));
    std::string text;
    for (const auto& [name, bytes] : f.counterexample->operands)
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, elements(bytes));
    return text + ": " + f.counterexample->says;
  }
  std::string text(Law law) const { return text(of(law)); }
  std::string text(Law law, Domain domain) const { return text(of(law, domain)); }

  std::vector<std::string> refuted() const {
    std::vector<std::string> laws;
    for (const LawFinding& f : all)
      if (f.answer == Answer::refuted) laws.push_back(fmt::format("{} {}", name_of(f.law), name_of(f.domain)));
    return laws;
  }
};

Findings tried(const Trial& t) { return {t.type, try_laws(t)}; }
Findings tried(const std::string& name, const char* type) { return tried(trial(name, type)); }

using Laws = std::vector<std::string>;

TEST_CASE("nothing is refuted of a right operator but what does not hold of it") {
  CHECK(tried("sum", "unsigned").refuted() == Laws{"idempotent exact"});
  CHECK(tried("any_bits", "unsigned char").refuted() == Laws{});
  CHECK(tried("min_long", "long").refuted() == Laws{});
  CHECK(tried("both", "bool").refuted() == Laws{});
  CHECK(tried("product", "struct{unsigned m[2][2];}").refuted() == Laws{"commutative exact", "idempotent exact"});
  CHECK(tried("first", "int").refuted() == Laws{"commutative exact"});
}

TEST_CASE("nothing is ever proved") {
  const auto findings = tried("any_bits", "unsigned char");
  for (const LawFinding& f : findings.all) CHECK(f.answer != Answer::proved);
  CHECK(findings.why(Law::associative) == "no counterexample in 10004 tries (seed 0)");
}

TEST_CASE("padding that is written is not compared") {
  CHECK(tried("writes_padding", padded).refuted() == Laws{"commutative exact"});
}

TEST_CASE("a write into the padding at the end is found, and none between members") {
  CHECK(tried("first_pair", pair).text(Law::gaps) ==
        "x={.v = 0x0p+0, .i = 0} y={.v = 0x0p+0, .i = 0}: "
        "it writes byte 12 of the last element of inoutvec, which is no data");
  const auto findings = tried("first_pair_by_members", pair);
  CHECK(findings.text(Law::gaps) == "unknown");
  CHECK(findings.why(Law::gaps).starts_with("no counterexample in "));
  const auto inner = tried("writes_padding", padded);
  CHECK(std::ranges::find(inner.all, Law::gaps, &LawFinding::law) == inner.all.end());
}

TEST_CASE("a result that depends on padding is found") {
  const auto findings = tried("compares_padding", padded);
  CHECK(findings.text(Law::pure).find(": it depends on padding: the results differ at .") != std::string::npos);
}

TEST_CASE("a law is refuted by the smallest operands") {
  const auto findings = tried("difference", "int");
  CHECK(findings.text(Law::associative) == "x=0 y=0 z=1: the results differ");
  CHECK(findings.text(Law::commutative) == "x=0 y=1: the results differ");
  CHECK(findings.text(Law::idempotent) == "x=1: x ∘ x is not x");
  CHECK(findings.why(Law::associative) == "found with small values");
  const auto& c = *findings.of(Law::associative).counterexample;
  std::string results;
  for (const auto& [name, bytes] : c.results) results += fmt::format("{} is {}; ", name, findings.elements(bytes));
  CHECK(results == "x ∘ y is 0; y ∘ z is -1; (x ∘ y) ∘ z is -1; x ∘ (y ∘ z) is 1; ");
  CHECK(tried("average", "double").text(Law::associative) == "x=0x0p+0 y=0x0p+0 z=0x1p+0: the results differ");
}

TEST_CASE("ties with different payloads are found") {
  const auto findings = tried("max_first", pair);
  for (const Domain domain : {Domain::ieee, Domain::ieee_ordinary})
    CHECK(findings.text(Law::commutative, domain) ==
          "x={.v = 0x0p+0, .i = 0} y={.v = 0x0p+0, .i = 1}: the results differ at .i");
  CHECK(findings.text(Law::associative, Domain::ieee_ordinary) == "unknown");
}

TEST_CASE("what fails on NaN or -0 only is refuted in ieee and not in ieee-ordinary") {
  for (const auto& [name, type] : {std::pair{"max_double", "double"}, std::pair{"max_pair", pair}}) {
    const auto findings = tried(name, type);
    CHECK(findings.text(Law::associative, Domain::ieee).find("NAN") != std::string::npos);
    CHECK(findings.of(Law::associative, Domain::ieee).why == "found with any values");
    CHECK(findings.text(Law::associative, Domain::ieee_ordinary) == "unknown");
    CHECK(findings.text(Law::commutative, Domain::ieee_ordinary) == "unknown");
  }
  CHECK(tried("max_double", "double").text(Law::commutative) == "x=0x0p+0 y=-0x0p+0: the results differ");
}

TEST_CASE("+0 equals -0 where values are compared") {
  auto t = trial("max_double", "double");
  t.equal_by_value = true;
  CHECK(tried(t).text(Law::commutative).find("NAN") != std::string::npos);
}

TEST_CASE("rounding refutes associativity with finite values, not with small ones") {
  const auto findings = tried("sum_double", "double");
  CHECK(findings.of(Law::associative, Domain::ieee_ordinary).why == "found with finite values");
  CHECK(findings.text(Law::associative, Domain::ieee_ordinary).find("0x1p-53") != std::string::npos);
  CHECK(findings.text(Law::associative) == findings.text(Law::associative, Domain::ieee_ordinary));
  CHECK(findings.text(Law::commutative) == "unknown");
  CHECK(tried("sum_float", "float").text(Law::associative).find("0x1p-24f") != std::string::npos);
  CHECK(tried("sum_long_double", "long double").text(Law::associative).find('L') != std::string::npos);
}

TEST_CASE("a call that ends the process is a finding, with its operands") {
  CHECK(tried("divides", "int").text(Law::total) ==
        "invec=0 inoutvec=0: SIGFPE: an integer divided by zero, or the least one by -1");
  CHECK(tried("aborts", "int").text(Law::total) ==
        "invec=2 inoutvec=0: SIGABRT: abort(), an assertion or an exception");
  CHECK(tried("null", "int").text(Law::total) == "invec=0 inoutvec=1: SIGSEGV at address 0x0");
  CHECK(tried("exits", "int").text(Law::total) == "invec=0 inoutvec=1: ends the process with status 3");
}

TEST_CASE("the other laws are asked of the calls that end well") {
  const auto findings = tried("divides", "int");
  CHECK(findings.text(Law::commutative) == "x=1 y=2: the results differ");
  CHECK(findings.text(Law::pure) == "unknown");
}

TEST_CASE("a call that does not end is a finding") {
  auto t = trial("hangs", "int");
  t.deadline = 0.4;
  CHECK(tried(t).text(Law::total) == "invec=1 inoutvec=0: is not over after 0.4 s");
}

TEST_CASE("a wrong access is found with its offset") {
  const auto text = [](const char* name) { return tried(name, "int").text(Law::memory); };
  CHECK(text("clobbers") == "invec=0 inoutvec=0: writes byte 0 of invec");
  CHECK(text("behind") == "invec=0 inoutvec=0: writes byte 4 of inoutvec, which has 4 bytes");
  CHECK(text("before") == "invec=0 inoutvec=0: reads 4 bytes before invec");
  CHECK(text("changes_len") == "invec=0 0 inoutvec=0 0: writes *len");
  CHECK(text("changes_type") == "invec=0 inoutvec=0: writes the datatype's handle");
  CHECK(text("one_value") == "invec=0 inoutvec=0: reads byte 4 of invec, which has 4 bytes");
}

TEST_CASE("the other laws are asked of an operator that writes what it must not") {
  const auto findings = tried("clobbers", "int");
  CHECK(findings.refuted() == Laws{"memory exact"});
  CHECK(findings.text(Law::total) == "unknown");
}

TEST_CASE("an operator that treats the vector as one value is not split-safe") {
  CHECK(tried("only_first", "int").text(Law::split_safe) == "invec=0 1 inoutvec=0 0: the results differ in element 1");
  CHECK(tried("carries", "unsigned").text(Law::split_safe) ==
        "invec=1 0 inoutvec=0 0: the results differ in element 1");
}

TEST_CASE("hidden state is found, and then nothing else is asked") {
  const auto findings = tried("counts", "int");
  CHECK(findings.text(Law::pure) == "x=0 y=0: a second call differs");
  CHECK(findings.why(Law::associative) == "not asked of what is no function of its inputs");
  CHECK(tried("first_call", "int").text(Law::pure) == "x=0 y=0 u=1 v=0: it depends on the calls before");
  CHECK(tried("process", "int").text(Law::pure).find("it depends on the calls before") != std::string::npos);
}

TEST_CASE("a precondition restricts the operands, and must be closed") {
  auto t = trial("positive_sum", "int");
  CHECK(tried(t).of(Law::total).answer == Answer::refuted);
  t.pre = function("is_positive");
  CHECK(tried(t).refuted() == Laws{"idempotent exact"});
  t.function = function("positive_difference");
  CHECK(tried(t).text(Law::closed) == "x=1 y=1: the result does not meet the precondition");
  t.pre = function("is_never");
  CHECK(tried(t).refuted() == Laws{});
  CHECK(tried(t).why(Law::associative) == "no random operand meets the precondition");
}

TEST_CASE("an identity is named, and never proved") {
  CHECK(tried("sum", "unsigned").why(Law::identity).starts_with("0: no counterexample in "));
  CHECK(tried("min_long", "long").why(Law::identity).starts_with("9223372036854775807: no counterexample in "));
  CHECK(tried("both", "bool").why(Law::identity).starts_with("true: no counterexample in "));
  CHECK(tried("product", "struct{unsigned m[2][2];}").why(Law::identity).starts_with("{.m = {{1, 0}, {0, 1}}}: no "));
  const auto sums = tried("sum_double", "double");
  CHECK(sums.of(Law::identity, Domain::ieee).why.starts_with("-0x0p+0: no counterexample in "));
  CHECK(sums.of(Law::identity, Domain::ieee_ordinary).why.starts_with("0x0p+0: no counterexample in "));
  CHECK(tried("max_double", "double").of(Law::identity, Domain::ieee_ordinary).why.starts_with("-INFINITY: no "));
  CHECK(tried("difference", "int").why(Law::identity).starts_with("none of "));
}

TEST_CASE("an operator that keeps one operand is told from others") {
  CHECK(tried("first", "int").why(Law::order).starts_with("x ∘ y was x in "));
  CHECK(tried("sum", "unsigned").why(Law::order) == "compiled code does not say which order is meant");
}

TEST_CASE("a function that the library lacks says nothing of the operator") {
  const auto findings = tried("lacks", "int");
  CHECK(findings.refuted() == Laws{});
  for (const Law law : {Law::memory, Law::total, Law::associative, Law::identity})
    CHECK(findings.why(law) ==
          "calls a function that the library lacks, such as one of MPI; give its source file instead");
}

TEST_CASE("the same seed finds the same, and what the operator prints is not seen") {
  auto t = trial("max_double", "double");
  t.seed = 7;
  CHECK(tried(t).text(Law::associative) == tried(t).text(Law::associative));
  CHECK(tried(t).of(Law::pure).by == "10008 tries (seed 7)");
  CHECK(tried("prints", "int").refuted() == Laws{"idempotent exact"});
}

TEST_CASE("large elements and long vectors are tried too") {
  auto t = trial("block", "struct{unsigned char v[4000];}");
  t.tries = 200;
  CHECK(tried(t).refuted() == Laws{});
  t.function = function("block_but_last");
  CHECK(tried(t).text(Law::idempotent).ends_with(" 0, 2}}: x ∘ x is not x at .v[3999]"));
  t = trial("sum", "unsigned");
  t.lengths = {1, 100};
  CHECK(tried(t).refuted() == Laws{"idempotent exact"});
}

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST_CASE("a single call gives its result, or what went wrong") {
  const auto type = parse_type("int");
  const auto outcome = call_once(function("clobbers"), type, bytes_of<int>({1}), bytes_of<int>({2}), 1);
  CHECK(outcome.finding == "writes byte 0 of invec");
  CHECK_FALSE(outcome.inout);
  const auto fine = call_once(function("difference"), type, bytes_of<int>({9, 5}), bytes_of<int>({2, 3}), 2);
  CHECK(fine.finding.empty());
  CHECK(fine.inout == bytes_of<int>({7, 2}));
}

TEST_CASE("x ∘ y is what the function leaves in inoutvec, and the operands stay") {
  const auto x = bytes_of<int>({9}), y = bytes_of<int>({2});
  CHECK(combine(function("difference"), parse_type("int"), x, y) == bytes_of<int>({7}));
  CHECK(x == bytes_of<int>({9}));
}

TEST_CASE("how far apart two bracketings get is told in ulps, and can be had again") {
  const auto t = trial("sum_double", "double");
  const auto spread = find_spread(t);
  REQUIRE(spread);
  CHECK(spread->ulps > 1000);
  Bytes operands[3];
  for (std::size_t i = 0; i < 3; ++i) operands[i] = spread->at.operands[i].second;
  const auto& [x, y, z] = operands;
  const auto of = [&](const Bytes& a, const Bytes& b) { return combine(t.function, t.type, a, b); };
  CHECK(of(of(x, y), z) == spread->at.results[2].second);
  CHECK(of(x, of(y, z)) == spread->at.results[3].second);
  CHECK_FALSE(find_spread(trial("sum", "unsigned")));
  CHECK(find_spread(trial("max_double", "double"))->ulps == 0);
}

}  // namespace
