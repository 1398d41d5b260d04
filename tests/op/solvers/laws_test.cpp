// The laws of operators given as terms: what holds is proved, what does not is refuted with values, and what is not
// understood is unknown.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <map>

#include "tests/op/by_terms.hpp"

namespace tutti::op {
namespace {

using Findings = std::map<std::pair<Law, Domain>, LawFinding>;

Findings prove(const Symbolic& symbolic, Effort effort = 10) {
  Findings all;
  for (const auto& f : prove_laws(symbolic, {effort, 2})) all[{f.law, f.domain}] = f;
  return all;
}

Answer answer(const Findings& all, Law law, Domain domain = Domain::exact) { return all.at({law, domain}).answer; }

template <class T>
T value(const Bytes& bytes, std::size_t offset = 0) {
  T v;
  std::memcpy(&v, &bytes.at(offset), sizeof v);
  return v;
}

const Bytes& operand(const LawFinding& f, std::size_t i) { return f.counterexample.value().operands.at(i).second; }
const Bytes& result(const LawFinding& f, std::size_t i) { return f.counterexample.value().results.at(i).second; }

auto below(std::uint64_t m) {
  return [m](const Element& e, Floats) -> std::variant<z3::expr, Unsupported> {
    return z3::ult(e[0], e[0].ctx().bv_val(m, e[0].get_sort().bv_size()));
  };
}

Symbolic subtraction() {
  return leafwise("int", [](const z3::expr& x, const z3::expr& y) { return x - y; });
}
Symbolic sum(const char* type) {
  return leafwise(type, [](const z3::expr& x, const z3::expr& y) { return x + y; });
}
Symbolic larger(const char* type) {
  return leafwise(type, [](const z3::expr& x, const z3::expr& y) { return z3::ite(x > y, x, y); });
}

TEST_CASE("a sum of integers has every law but idempotence, and 0 for its identity") {
  const auto all = prove(sum("int"));
  for (const auto law : {Law::memory, Law::total, Law::pure, Law::split_safe, Law::associative, Law::commutative})
    CHECK(answer(all, law) == Answer::proved);
  CHECK(all.at({Law::identity, Domain::exact}).why == "e = 0");
  const auto& f = all.at({Law::idempotent, Domain::exact});
  REQUIRE(f.answer == Answer::refuted);
  CHECK(value<int>(operand(f, 0)) == 1);
  CHECK(value<int>(result(f, 0)) == 2);
}

TEST_CASE("a difference is refuted with small numbers, and both bracketings are right") {
  const auto all = prove(subtraction());
  const auto& f = all.at({Law::associative, Domain::exact});
  REQUIRE(f.answer == Answer::refuted);
  const auto x = value<int>(operand(f, 0)), y = value<int>(operand(f, 1)), z = value<int>(operand(f, 2));
  CHECK(std::abs(x) + std::abs(y) + std::abs(z) == 1);
  CHECK(value<int>(result(f, 0)) == (x - y) - z);
  CHECK(value<int>(result(f, 1)) == x - (y - z));
  CHECK(f.counterexample->says == "differs");
  CHECK(answer(all, Law::identity) == Answer::refuted);
}

TEST_CASE("products of matrices and quaternions are associative modulo 2^32 and over the reals, and not in doubles") {
  const auto matrix = prove(operator_of("unsigned[3][3]", [](auto& x, auto& y) { return matrix_product(x, y, 3); }));
  CHECK(answer(matrix, Law::associative) == Answer::proved);
  CHECK(answer(matrix, Law::commutative) == Answer::refuted);
  CHECK(matrix.at({Law::identity, Domain::exact}).why == "e = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}");
  const auto quaternion = prove(operator_of("double[4]", quaternion_product), 3);
  CHECK(answer(quaternion, Law::associative, Domain::real) == Answer::proved);
  CHECK(answer(quaternion, Law::associative, Domain::ieee) == Answer::refuted);
  CHECK(answer(quaternion, Law::commutative, Domain::real) == Answer::refuted);
}

TEST_CASE("a product of matrices with one index wrong is refuted") {
  const auto all = prove(operator_of("unsigned[2][2]", [](const Element& x, const Element& y) {
    auto body = matrix_product(x, y, 2);
    body.result[3] = x[2] * y[1] + x[3] * y[2];
    return body;
  }));
  CHECK(answer(all, Law::associative) == Answer::refuted);
}

TEST_CASE("a product modulo m is associative for elements below m, which it leaves below m") {
  auto product = leafwise("unsigned", [](auto& x, auto& y) { return multiply_modulo(x, y, 1000003); });
  product.pre = below(1000003);
  const auto all = prove(product);
  CHECK(answer(all, Law::associative) == Answer::proved);
  CHECK(answer(all, Law::closed) == Answer::proved);
  CHECK(all.at({Law::identity, Domain::exact}).why == "e = 1");
  product.pre = below(1000);
  CHECK(answer(prove(product), Law::closed) == Answer::refuted);
}

TEST_CASE("the merge of the largest is commutative if the lists are sorted, and not if they need not be") {
  auto top = operator_of("int[4]", [](auto& x, auto& y) { return merge_top(x, y, 4); });
  const auto any = prove(top);
  CHECK(answer(any, Law::associative) == Answer::proved);
  CHECK(answer(any, Law::commutative) == Answer::refuted);
  top.pre = [](const Element& e, Floats) -> std::variant<z3::expr, Unsupported> {
    return e[0] >= e[1] && e[1] >= e[2] && e[2] >= e[3];
  };
  const auto sorted = prove(top);
  CHECK(answer(sorted, Law::associative) == Answer::proved);
  CHECK(answer(sorted, Law::commutative) == Answer::proved);
  CHECK(answer(sorted, Law::closed) == Answer::proved);
}

TEST_CASE("a floating-point sum commutes to the bit, and only over the reals is it associative") {
  const auto all = prove(sum("double"));
  CHECK(answer(all, Law::commutative, Domain::ieee) == Answer::proved);
  for (const auto domain : {Domain::ieee, Domain::ieee_ordinary}) {
    const auto& f = all.at({Law::associative, domain});
    REQUIRE(f.answer == Answer::refuted);
    const auto x = value<double>(operand(f, 0)), y = value<double>(operand(f, 1)), z = value<double>(operand(f, 2));
    CHECK(value<double>(result(f, 0)) == (x + y) + z);
    CHECK(value<double>(result(f, 1)) == x + (y + z));
    CHECK((x + y) + z != x + (y + z));
  }
  CHECK(answer(all, Law::associative, Domain::real) == Answer::proved);
  CHECK(all.at({Law::identity, Domain::ieee}).why == "e = -0x0p+0");
  CHECK(all.at({Law::identity, Domain::ieee_ordinary}).why == "e = 0x0p+0");
}

TEST_CASE("a > b ? a : b is wrong only with NaN and -0, and right with --equal value but for NaN") {
  auto max = larger("double");
  const auto all = prove(max);
  CHECK(std::isnan(value<double>(operand(all.at({Law::associative, Domain::ieee}), 1))));
  CHECK(answer(all, Law::commutative, Domain::ieee) == Answer::refuted);
  for (const auto law : {Law::associative, Law::commutative, Law::idempotent, Law::identity})
    CHECK(answer(all, law, Domain::ieee_ordinary) == Answer::proved);
  CHECK(answer(all, Law::identity, Domain::real) == Answer::refuted);
  max.pre = [](const Element& e, Floats floats) -> std::variant<z3::expr, Unsupported> {
    return floats == Floats::real ? e[0].ctx().bool_val(true) : !is_nan(e[0]);
  };
  CHECK(answer(prove(max), Law::commutative, Domain::ieee) == Answer::refuted);
  max.equal_by_value = true;
  CHECK(answer(prove(max), Law::commutative, Domain::ieee) == Answer::proved);
}

TEST_CASE("the larger with its place commutes, and not if ties go to one side") {
  const auto type = "struct{int v, i;}";
  CHECK(answer(prove(operator_of(type, larger_with_place)), Law::commutative) == Answer::proved);
  const auto tied = prove(operator_of(type, [](const Element& x, const Element& y) {
    return Body{{z3::ite(x[0] > y[0], x[0], y[0]), z3::ite(x[0] > y[0], x[1], y[1])}};
  }));
  CHECK(answer(tied, Law::associative) == Answer::proved);
  const auto& f = tied.at({Law::commutative, Domain::exact});
  REQUIRE(f.answer == Answer::refuted);
  CHECK(value<int>(operand(f, 0)) == value<int>(operand(f, 1)));
  CHECK(f.counterexample->says == "differs at .i");
}

TEST_CASE("moments merge associatively over the reals, without division by zero") {
  const auto moments = operator_of("struct{double n, mean, m2;}", merge_moments);
  const auto all = prove(moments);
  CHECK(answer(all, Law::associative, Domain::real) == Answer::proved);
  CHECK(answer(all, Law::commutative, Domain::real) == Answer::proved);
  CHECK(answer(all, Law::associative, Domain::ieee_ordinary) == Answer::refuted);
}

TEST_CASE("long double is shown as x87 has it") {
  const auto all = prove(leafwise("long double", [](const z3::expr& x, const z3::expr& y) { return x - y; }));
  const auto& f = all.at({Law::commutative, Domain::ieee_ordinary});
  REQUIRE(f.answer == Answer::refuted);
  const auto number = [](const Bytes& bytes) {
    long double v = 0;
    std::memcpy(&v, bytes.data(), 10);
    return v;
  };
  CHECK(number(result(f, 0)) == number(operand(f, 0)) - number(operand(f, 1)));
  CHECK(number(result(f, 1)) == -number(result(f, 0)));
}

Fault fault(Fault::Kind kind, const z3::expr& when, const char* what) { return {kind, when, "my_op.c:12", what}; }

TEST_CASE("a fault that can happen refutes its law alone, with the operands and the line") {
  auto divide = operator_of("unsigned", [](const Element& x, const Element& y) {
    return Body{{z3::udiv(x[0], y[0])}, {fault(Fault::Kind::undefined, y[0] == 0, "division by zero")}};
  });
  const auto all = prove(divide);
  CHECK(answer(all, Law::memory) == Answer::proved);
  const auto& f = all.at({Law::total, Domain::exact});
  REQUIRE(f.answer == Answer::refuted);
  CHECK(value<unsigned>(operand(f, 1)) == 0);
  CHECK(f.counterexample->says == "my_op.c:12: division by zero");
  CHECK(answer(all, Law::associative) == Answer::refuted);
  divide.pre = [](const Element& e, Floats) -> std::variant<z3::expr, Unsupported> { return e[0] != 0; };
  CHECK(answer(prove(divide), Law::total) == Answer::proved);
}

TEST_CASE("operands with a fault are no counterexamples, and a law of faults alone is unknown") {
  const auto overflows = [](const Element& x, const Element& y) {
    const auto wide = z3::sext(x[0], 1) + z3::sext(y[0], 1);
    return wide != z3::sext(x[0] + y[0], 1);
  };
  const auto some = prove(operator_of("int", [&](auto& x, auto& y) {
    const auto result = z3::ite(overflows(x, y), x[0], x[0] + y[0]);
    return Body{{result}, {fault(Fault::Kind::undefined, overflows(x, y), "signed overflow of an addition")}};
  }));
  CHECK(answer(some, Law::total) == Answer::refuted);
  CHECK(answer(some, Law::commutative) == Answer::proved);
  const auto always = prove(operator_of("int", [&](auto& x, auto& y) {
    return Body{{x[0] + y[0]}, {fault(Fault::Kind::writes_other, x[0].ctx().bool_val(true), "writes *len")}};
  }));
  CHECK(answer(always, Law::memory) == Answer::refuted);
  for (const auto law : {Law::associative, Law::commutative, Law::identity, Law::split_safe})
    CHECK(answer(always, law) == Answer::unknown);
}

TEST_CASE("what is not modelled is no fault, but nothing is proved of it") {
  const auto partly = prove(operator_of("int", [](const Element& x, const Element& y) {
    return Body{{x[0] + y[0]}, {fault(Fault::Kind::unmodelled, x[0] == 77, "the bits of a NaN")}};
  }));
  for (const auto law : {Law::memory, Law::total, Law::associative, Law::commutative, Law::identity, Law::split_safe}) {
    CHECK(answer(partly, law) == Answer::unknown);
  }
  CHECK(partly.at({Law::associative, Domain::exact}).why.find("the bits of a NaN") != std::string::npos);
  CHECK(answer(partly, Law::idempotent) == Answer::refuted);
}

TEST_CASE("a fault that depends on what calls before left in a variable leaves its own law unknown, and no other") {
  const auto counts = prove(operator_of("int", [](const Element& x, const Element& y) {
    auto overflow = fault(Fault::Kind::undefined, x[0].ctx().bv_const("calls", 32) == 77, "overflow of calls");
    overflow.by_state = true;
    return Body{{x[0] + y[0]}, {overflow}};
  }));
  CHECK(answer(counts, Law::total) == Answer::unknown);
  CHECK(counts.at({Law::total, Domain::exact}).why.find("what calls before may have left") != std::string::npos);
  for (const auto law : {Law::memory, Law::pure, Law::split_safe, Law::associative, Law::commutative})
    CHECK(answer(counts, law) == Answer::proved);
}

TEST_CASE("a result that is not known leaves memory and total known, and no other law") {
  const auto partly = prove(operator_of("int", [](const Element& x, const Element& y) {
    return Body{{x[0] + y[0]},
                {fault(Fault::Kind::unmodelled_result, x[0] == 77, "a result of which nothing is known")}};
  }));
  CHECK(answer(partly, Law::memory) == Answer::proved);
  CHECK(answer(partly, Law::total) == Answer::proved);
  for (const auto law : {Law::pure, Law::split_safe, Law::associative, Law::commutative, Law::identity})
    CHECK(answer(partly, law) == Answer::unknown);
}

TEST_CASE(
    "an operator that treats the vector as one value is not split-safe, and says to which length it was checked") {
  auto ignores_rest = sum("int");
  ignores_rest.call = [call = ignores_rest.call](z3::context& c, int len, Floats floats) {
    auto summary = std::get<Summary>(call(c, len, floats));
    for (std::size_t i = 1; i < summary.result.size(); ++i) summary.result[i] = summary.inout[i];
    return summary;
  };
  const auto f = prove(ignores_rest).at({Law::split_safe, Domain::exact});
  REQUIRE(f.answer == Answer::refuted);
  CHECK(operand(f, 0).size() == 8);
  CHECK(f.counterexample->says == "element 1 differs");
  CHECK(value<int>(result(f, 0), 4) == value<int>(operand(f, 1), 4));
}

TEST_CASE("what is proved for some lengths is not proved, of a loop that may treat others differently") {
  auto checked = sum("int");
  checked.canonical = false;
  for (const auto law : {Law::memory, Law::split_safe, Law::pure}) {
    const auto f = prove(checked).at({law, Domain::exact});
    CHECK(f.answer == Answer::unknown);
    CHECK(f.only_for_lengths);
    CHECK(f.why == "proved for the lengths asked; open for others: op.c:7: more than one loop");
  }
  checked.lengths = {1};  // and there are no others
  const auto f = prove(checked).at({Law::split_safe, Domain::exact});
  CHECK(f.answer == Answer::proved);
  checked.lengths = {1, 2};
  CHECK(prove(checked).at({Law::split_safe, Domain::exact}).answer == Answer::unknown);
}

TEST_CASE("an identity of bools need not suit what is no bool") {
  const auto either = leafwise("bool", [](const z3::expr& x, const z3::expr& y) {
    const auto one = x.ctx().bv_val(1, 8), zero = x.ctx().bv_val(0, 8);
    return z3::ite(x != zero || y != zero, one, zero);
  });
  CHECK(prove(either).at({Law::identity, Domain::exact}).answer == Answer::proved);
}

TEST_CASE("an identity is one of the elements that --pre admits") {
  auto product = leafwise("unsigned", [](const z3::expr& x, const z3::expr& y) { return x * y; });
  CHECK(answer(prove(product), Law::identity) == Answer::proved);
  product.pre = [](const Element& e, Floats) -> std::variant<z3::expr, Unsupported> { return z3::ugt(e[0], 1); };
  CHECK(answer(prove(product), Law::identity) == Answer::refuted);
}

TEST_CASE("a bool that is left as 2 is a value that its type cannot hold") {
  auto boolean = sum("bool");
  boolean.call = [call = boolean.call](z3::context& c, int len, Floats floats) {
    auto summary = std::get<Summary>(call(c, len, floats));
    for (const auto* vector : {&summary.in, &summary.inout})
      for (const auto& e : *vector) summary.assumed.push_back(z3::ule(e[0], 1));
    return summary;
  };
  const auto f = prove(boolean).at({Law::total, Domain::exact});
  REQUIRE(f.answer == Answer::refuted);
  CHECK(value<char>(operand(f, 0)) + value<char>(operand(f, 1)) == 2);
}

TEST_CASE("what is unsupported makes its laws unknown, with the place") {
  Symbolic unsupported{parse_type("double"), {}};
  unsupported.call = [call = sum("double").call](z3::context& c, int len,
                                                 Floats floats) -> std::variant<Summary, Unsupported> {
    if (floats == Floats::real) return Unsupported{"my_op.c:7", "a call of nextafter"};
    return call(c, len, floats);
  };
  const auto all = prove(unsupported);
  CHECK(answer(all, Law::commutative, Domain::ieee) == Answer::proved);
  const auto& f = all.at({Law::commutative, Domain::real});
  CHECK(f.answer == Answer::unknown);
  CHECK(f.why == "my_op.c:7: a call of nextafter");
}

TEST_CASE("order: as meant, swapped, or neither") {
  auto swapped = leafwise("int", [](const z3::expr& x, const z3::expr& y) { return y - x; });
  CHECK_FALSE(prove(swapped).contains({Law::order, Domain::exact}));
  swapped.meant = subtraction().call;
  const auto f = prove(swapped).at({Law::order, Domain::exact});
  CHECK(f.answer == Answer::refuted);
  CHECK(f.why == "swapped: it computes inout ∘ in");
  auto right = subtraction();
  right.meant = subtraction().call;
  CHECK(answer(prove(right), Law::order) == Answer::proved);
  auto neither = sum("int");
  neither.meant = subtraction().call;
  CHECK(prove(neither).at({Law::order, Domain::exact}).why.empty());
}

TEST_CASE("a counterexample that the function does not confirm is unknown") {
  auto difference = subtraction();
  difference.confirm = [](const LawFinding& f) { return f.law != Law::commutative; };
  const auto all = prove(difference);
  CHECK(answer(all, Law::associative) == Answer::refuted);
  CHECK(answer(all, Law::commutative) == Answer::unknown);
}

TEST_CASE("what rests on a function that is not interpreted is proved, but not refuted unless a run confirms it") {
  auto smooth = operator_of("float", [](const Element& x, const Element& y) {
    const auto sort = x[0].get_sort();
    const auto exp = x[0].ctx().function("exp", sort, sort);
    return Body{{exp(x[0]) + exp(y[0])}};
  });
  const auto all = prove(smooth, 1);
  CHECK(answer(all, Law::commutative, Domain::ieee) == Answer::proved);
  const auto& f = all.at({Law::idempotent, Domain::real});
  CHECK(f.answer == Answer::unknown);
  CHECK(f.why == "a candidate counterexample rests on exp");
  smooth.confirm = [](const LawFinding&) { return true; };
  const auto confirmed = prove(smooth, 4);
  CHECK(answer(confirmed, Law::idempotent, Domain::ieee) == Answer::refuted);
  CHECK(answer(confirmed, Law::idempotent, Domain::real) == Answer::unknown);
}

TEST_CASE("real square roots are what they are, and so laws that rest on them are refuted too") {
  const auto norm = operator_of("double", [](const Element& x, const Element& y) {
    if (!x[0].is_real()) return Body{{x[0]}};
    const auto sort = x[0].get_sort();
    return Body{{x[0].ctx().function("sqrt", sort, sort)(x[0] * x[0] + y[0] * y[0])}};
  });
  auto rooted = norm;
  rooted.call = [call = norm.call](z3::context& c, int len, Floats floats) {
    auto summary = std::get<Summary>(call(c, len, floats));
    if (floats == Floats::real)
      for (const auto& element : summary.result)
        summary.assumed.push_back(element[0] * element[0] == element[0].arg(0) && element[0] >= 0);
    return summary;
  };
  const auto all = prove(rooted);
  CHECK(answer(all, Law::associative, Domain::real) == Answer::proved);
  CHECK(answer(all, Law::idempotent, Domain::real) == Answer::refuted);
}

TEST_CASE("contraction to fused multiply-adds is told of where it changes the operator") {
  auto complex = operator_of("struct{float re, im;}", [](const Element& a, const Element& b) {
    return Body{{a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]}};
  });
  complex.call = [call = complex.call](z3::context& c, int len, Floats floats) {
    auto summary = std::get<Summary>(call(c, len, floats));
    if (floats != Floats::ieee_fused) return summary;
    for (std::size_t i = 0; i < summary.result.size(); ++i) {
      const auto &a = summary.in[i], &b = summary.inout[i];
      summary.result[i] = {fused(a[0], b[0], -(a[1] * b[1])), fused(a[0], b[1], a[1] * b[0])};
    }
    return summary;
  };
  const auto all = prove(complex);
  const auto& f = all.at({Law::commutative, Domain::ieee});
  CHECK(f.answer == Answer::proved);
  CHECK(f.why == "fused: refuted");
  CHECK(all.at({Law::commutative, Domain::ieee_ordinary}).why.empty());
}

}  // namespace
}  // namespace tutti::op
