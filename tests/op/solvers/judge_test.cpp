// What source and runs say together.
#include "verified/op/judge/judge.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

#include "tests/op/by_terms.hpp"
#include "verified/op/judge/confirm.hpp"
#include "verified/op/judge/predefined.hpp"
#include "verified/op/judge/subject.hpp"

namespace tutti::op {
namespace {

template <class T, class F>
void each(void* invec, void* inoutvec, int* len, F f) {
  const auto* in = static_cast<const T*>(invec);
  auto* inout = static_cast<T*>(inoutvec);
  for (int i = 0; i < *len; ++i) inout[i] = f(in[i], inout[i]);
}
void add(void* in, void* inout, int* len, void*) {
  each<unsigned>(in, inout, len, [](unsigned a, unsigned b) { return a + b; });
}
void subtract(void* in, void* inout, int* len, void*) {
  each<unsigned>(in, inout, len, [](unsigned a, unsigned b) { return a - b; });
}

Trial trial(UserFunction* function) {
  return {.type = parse_type("unsigned"), .function = Function::of(function, "f"), .pre = {}};
}
Symbolic sum() {
  return leafwise("unsigned", [](const z3::expr& x, const z3::expr& y) { return x + y; });
}
Subject subject(UserFunction* function, std::optional<bool> commute = {}) {
  return {.trial = trial(function), .terms = sum(), .without_terms = "", .commute = commute};
}

Answer answer(const Judgement& j, Law law) {
  const auto found = std::ranges::find(j.findings, law, &LawFinding::law);
  REQUIRE(found != j.findings.end());
  return found->answer;
}

TEST_CASE("a sum is right by its source, runs as its source says, and may be declared either way") {
  for (const bool commute : {true, false}) {
    const auto j = judge(subject(add, commute), {});
    CHECK(j.associative == Standing::right);
    CHECK(j.commutative == Standing::right);
    CHECK(j.compiled->compared > 100);
    CHECK(!j.compiled->difference);
    CHECK(answer(j, Law::declared) == Answer::proved);
    CHECK(fit_for_mpi(j) == Answer::proved);
  }
}

TEST_CASE("what is open of real numbers alone keeps no operator from being used, and what is open of others does") {
  for (const auto domain : {Domain::real, Domain::ieee}) {
    Judgement j{};
    j.associative = Standing::right;
    j.findings = {{Law::closed, Domain::ieee_ordinary, Answer::proved, "", "", 0, {}},
                  {Law::closed, domain, Answer::unknown, "", "", 0, {}}};
    CHECK(fit_for_mpi(j) == (domain == Domain::real ? Answer::proved : Answer::unknown));
  }
}

TEST_CASE("a sum that is checked for some lengths alone is not decided") {
  auto checked = subject(add, true);
  checked.terms->canonical = false;
  const auto j = judge(checked, {});
  CHECK(answer(j, Law::memory) == Answer::unknown);
  CHECK(j.associative == Standing::right);
  CHECK(fit_for_mpi(j) == Answer::unknown);
}

TEST_CASE("where there was no time for long vectors, a split that the source proves is not decided") {
  const auto wait_and_add = [](void* in, void* inout, int* len, void* type) {
    if (*len > 3) usleep(200'000);
    add(in, inout, len, type);
  };
  const auto j = judge(subject(wait_and_add), {}, Deadline(3));
  REQUIRE(j.long_runs);
  CHECK(!j.long_runs->in_time);
  CHECK(answer(j, Law::split_safe) == Answer::unknown);
  CHECK(fit_for_mpi(j) == Answer::unknown);
}

TEST_CASE("of a source that compilers read differently, one reading is proved, and total is not decided") {
  auto several = subject(add);
  several.other_reading = "for clang sum.c:12 says something else";
  const auto j = judge(several, {});
  const auto total = std::ranges::find(j.findings, Law::total, &LawFinding::law);
  REQUIRE(total != j.findings.end());
  CHECK(total->answer == Answer::unknown);
  CHECK(total->why == "proved of one reading of the source, but for clang sum.c:12 says something else");
  CHECK(fit_for_mpi(j) == Answer::unknown);
}

TEST_CASE("where another function runs than the source says, that is shown, and nothing counts as proved") {
  const auto j = judge(subject(subtract), {});
  REQUIRE(j.compiled->difference);
  CHECK(j.compiled->difference->results[0].second != j.compiled->difference->results[1].second);
  CHECK(std::ranges::none_of(j.findings, [](const LawFinding& f) { return f.answer == Answer::proved; }));
  CHECK(fit_for_mpi(j) != Answer::proved);
}

TEST_CASE("a commutativity that does not hold refutes commute = 1, and leaves commute = 0 alone") {
  const auto left = leafwise("unsigned", [](const z3::expr& x, const z3::expr&) { return x; });
  const auto keep_left = [](void* in, void* inout, int* len, void*) {
    each<unsigned>(in, inout, len, [](unsigned a, unsigned) { return a; });
  };
  for (const bool commute : {true, false}) {
    const auto j = judge({.trial = trial(keep_left), .terms = left, .without_terms = "", .commute = commute}, {});
    CHECK(j.commutative == Standing::wrong);
    CHECK(answer(j, Law::declared) == (commute ? Answer::refuted : Answer::proved));
    CHECK(fit_for_mpi(j) == (commute ? Answer::refuted : Answer::proved));
  }
}

TEST_CASE("a counterexample that is none when the function runs is not confirmed") {
  const auto bytes = [](unsigned x) {
    const auto* at = reinterpret_cast<const std::byte*>(&x);
    return Bytes(at, at + sizeof x);
  };
  LawFinding finding;
  finding.law = Law::commutative;
  finding.answer = Answer::refuted;
  finding.counterexample = Counterexample{.operands = {{"x", bytes(1)}, {"y", bytes(2)}}, .results = {}, .says = ""};
  CHECK(fails_when_run(trial(add), finding) == false);
  CHECK(fails_when_run(trial(subtract), finding) == true);
  finding.law = Law::idempotent;
  CHECK(fails_when_run(trial(add), finding) == true);
  finding.law = Law::associative;
  finding.counterexample->operands.emplace_back("z", bytes(3));
  CHECK(fails_when_run(trial(add), finding) == false);
  CHECK(fails_when_run(trial(subtract), finding) == true);
}

TEST_CASE(
    "a fault that machine code hides is confirmed where undefined arithmetic traps, and else nothing is said of it") {
  const auto bytes = [](int x) {
    const auto* at = reinterpret_cast<const std::byte*>(&x);
    return Bytes(at, at + sizeof x);
  };
  Request request;
  request.expression = "a + b";
  request.type = "int";
  auto trial = subject_of(request).trial;
  LawFinding finding;
  finding.law = Law::total;
  finding.counterexample =
      Counterexample{.operands = {{"invec", bytes(INT_MAX)}, {"inoutvec", bytes(1)}}, .results = {}, .says = ""};
  CHECK(fails_when_run(trial, finding) == true);
  finding.counterexample->operands[1].second = bytes(0);
  CHECK(fails_when_run(trial, finding) == std::nullopt);
  finding.counterexample->operands[1].second = bytes(1);
  trial.with_traps = nullptr;
  CHECK(fails_when_run(trial, finding) == std::nullopt);
}

TEST_CASE("calls with a fault by their source are no counterexamples when they run; others are") {
  Request request;
  request.expression = "a + b";
  request.type = "int";
  request.precondition = "a >= 0";
  auto sums = subject_of(request);
  CHECK(answer(judge(sums, {}), Law::closed) == Answer::proved);
  CHECK(answer(judge(sums, {}), Law::total) == Answer::refuted);
  sums.terms.reset();
  CHECK(answer(judge(sums, {}), Law::closed) == Answer::refuted);
  auto trial = sums.trial;
  trial.has_fault = [](const Bytes&, const Bytes& inout, int) { return inout[0] != std::byte{1}; };
  const auto of_some = try_laws(trial);
  const auto closed = std::ranges::find(of_some, Law::closed, &LawFinding::law);
  REQUIRE(closed->answer == Answer::refuted);
  CHECK(closed->confirmed);
  CHECK(closed->counterexample->operands[1].second[0] == std::byte{1});
}

TEST_CASE("each predefined operation runs as its terms say") {
  int pairs = 0;
  for (const auto& op : ops)
    for (const auto& type : types) {
      if (!allowed(op.id, type.id)) continue;
      const Trial t{.type = element_type(type.id), .function = predefined_function(op.id, type.id), .pre = {}};
      z3::context context;
      const auto one = std::get<Summary>(predefined_terms(op.id, type.id).call(context, 1, Floats::ieee));
      CHECK(one.result[0].size() == t.type.leaves.size());
      CHECK(t.type.size == type.size());
      ++pairs;
    }
  CHECK(pairs > 200);
  const Trial t{.type = element_type(tutti::Type::double_int),
                .function = predefined_function(Op::maxloc, tutti::Type::double_int),
                .pre = {}};
  const auto compared = compare_compiled(predefined_terms(Op::maxloc, tutti::Type::double_int), t);
  CHECK(compared.compared > 100);
  CHECK(!compared.difference);
}

/// In the domains that the type has, and as spec/op.hpp says of the operation.
void check_laws(Op op, tutti::Type type) {
  const OpRow& spec = row(op);
  CAPTURE(spec.mpi_name);
  CAPTURE(row(type).mpi_name);
  const bool has_identity = spec.identity_in.contains(row(type).type_class);
  for (const LawFinding& f : prove_laws(predefined_terms(op, type), {.effort = 10, .jobs = 2})) {
    CAPTURE(name_of(f.law));
    CAPTURE(name_of(f.domain));
    CAPTURE(f.why);
    const auto expect = [&](bool holds) { CHECK(f.answer == (holds ? Answer::proved : Answer::refuted)); };
    switch (f.law) {
      case Law::associative: expect(exact(op, type) || f.domain == Domain::real); break;
      case Law::idempotent: expect(spec.idempotent); break;
      case Law::identity:
        if (f.domain == Domain::ieee || f.domain == Domain::exact) expect(has_identity);
        break;
      default: expect(true);
    }
  }
}

TEST_CASE("each predefined operation has the laws that the standard gives it, in every domain of its type") {
  using enum tutti::Type;
  int pairs = 0;
  for (const auto& op : ops)
    for (const auto type :
         {int_, uint8, float_, double_, float_complex, double_complex, bool_, byte, float_int, double_int, two_int})
      if (allowed(op.id, type)) check_laws(op.id, type), ++pairs;
  CHECK(pairs == 44);
}

TEST_CASE("an operation is not taken on a datatype that MPI does not allow") {
  CHECK_THROWS_AS(predefined_function(Op::band, tutti::Type::double_), InputError);
}

}  // namespace
}  // namespace tutti::op
