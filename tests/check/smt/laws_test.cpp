// The laws of the predefined operations, of the functions that run. (That Z3 finds what the table states:
// solvers/laws_test.cpp.)
#include "verified/check/smt/laws.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <tuple>

#include "tests/support/elements.hpp"
#include "tests/support/property.hpp"
#include "verified/check/smt/law.hpp"
#include "verified/check/smt/print_value.hpp"

namespace tutti::smt {
namespace {

Answer ask_law(std::function<Statement(z3::context&)> state) { return ask({"test/law", "a law", std::move(state)}); }

/// For operands of up to `most` and more than 0.
template <class T>
Answer is_associative_up_to(double most, Combine<T> combine) {
  return ask_law([=](z3::context& context) {
    constexpr std::type_identity<T> type;
    auto statement = associative<T>(context, combine);
    const auto rounded = [&](double x) {
      const auto sort = sort_of(context, type);
      return Symbolic<T>(z3::fpa_to_fpa(constant(context, x).value, sort));
    };
    for (const char* name : {"x", "y", "z"}) {
      const auto x = variable(context, name, type);
      statement.assumptions.push_back((x > rounded(0)).value && !(x > rounded(most)).value);
    }
    return statement;
  });
}

TEST_CASE("every datatype that an operation takes has its laws, and the row states them alike") {
  std::set<std::string> names;
  std::set<std::tuple<Op, Type, PredefinedLaw>> stated;
  for (const auto& law : law_queries()) {
    CHECK_MESSAGE(names.insert(law.name).second, law.name);
    stated.insert({law.op, law.type, law.law});
  }
  for_each_allowed([&](Op op, Type type) {
    CAPTURE(name_of(op, type));
    const auto same_laws = with_laws_of(type);
    for (const auto law : {PredefinedLaw::associative, PredefinedLaw::commutative, PredefinedLaw::idempotent})
      CHECK(stated.contains({op, same_laws, law}));
    const bool has_identity = row(op).identity_in.contains(row(type).type_class);
    CHECK(stated.contains({op, same_laws, has_identity ? PredefinedLaw::identity : PredefinedLaw::no_identity}));
    CHECK_FALSE(stated.contains({op, same_laws, has_identity ? PredefinedLaw::no_identity : PredefinedLaw::identity}));
    CHECK(exact(op, type) == exact(op, same_laws));
  });
  CHECK(with_laws_of(Type::int_) == Type::int32);
  CHECK(with_laws_of(Type::aint) == Type::int64);
  CHECK(with_laws_of(Type::bool_) == Type::bool_);
}

TEST_CASE("the terms of an operation have the values that it computes") {
  property(
      "simplified, terms of constants are the constant that the C++ function returns",
      [] {
        RandomBits random(*rc::gen::arbitrary<std::uint64_t>());
        z3::context context;
        for_each_allowed([&](Op op, Type type) {
          if (with_laws_of(type) != type) return;
          const bool equal = visit<bool>(op, type, [&]<Op o, class T>() {
            T x, y;
            draw(random, x);
            draw(random, y);
            const auto term = combine<o>(constant(context, x), constant(context, y));
            return same(term, constant(context, combine<o>(x, y))).simplify().is_true();
          });
          if (!equal) RC_FAIL(name_of(op, type) + " has terms with other values");
        });
      },
      30);
}

TEST_CASE("constants of different value are different terms") {
  z3::context context;
  const auto differ = [&](auto x, auto y) {
    return same(constant(context, x), constant(context, y)).simplify().is_false();
  };
  CHECK(differ(0.0, -0.0));
  CHECK(differ(1.0f, std::nextafter(1.0f, 2.0f)));
  CHECK(differ(std::numeric_limits<long double>::denorm_min(), 0.0L));
  CHECK(differ(std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()));
  CHECK(differ(std::int8_t{-1}, std::int8_t{127}));
  CHECK(differ(Bool{2}, Bool{1}));
  CHECK_FALSE(differ(std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN()));
}

TEST_CASE("a floating-point value is shown in decimals and as bits") {
  z3::context context;
  const auto print = [&](auto x) { return print_value(constant(context, x).value.simplify()); };
  CHECK(print(-1.5f) == "-1.5 = 0xbfc00000");
  CHECK(print(0.1) == "0.1 = 0x3fb999999999999a");
  CHECK(print(-0.0) == "-0 = 0x8000000000000000");
  CHECK(print(std::numeric_limits<float>::denorm_min()) == "1e-45 = 0x00000001");
  CHECK(print(std::numeric_limits<float>::infinity()) == "inf = 0x7f800000");
  CHECK(print(std::numeric_limits<double>::quiet_NaN()) == "NaN");
  CHECK(print(1.0L).find("1 = 0x") == 0);
  const auto wide = z3::fpa_to_fpa(constant(context, 1.5).value, context.fpa_sort(15, 113));  // aarch64's long double
  CHECK(print_value(wide.simplify()) == "1.5 = 0x3fff8000000000000000000000000000");
}

TEST_CASE("a maxloc that ignores ties is refuted: it is not commutative") {
  const auto answer = ask_law([](z3::context& context) {
    return commutative<Pair<int>>(context, [](const Element<Pair<int>>& x, const Element<Pair<int>>& y) {
      const auto left_wins = !(y.value > x.value);
      return Element<Pair<int>>{select(left_wins, x.value, y.value), select(left_wins, x.index, y.index)};
    });
  });
  CHECK(answer.found == Found::refuted);
  CHECK(answer.detail.find("value of x = ") == 0);
  CHECK(answer.detail.find("index of y ∘ x = ") != std::string::npos);
}

TEST_CASE("a sum that saturates is refuted: it is not associative") {
  const auto answer = ask_law([](z3::context& context) {
    return associative<std::int8_t>(context, [](const Symbolic<std::int8_t>& x, const Symbolic<std::int8_t>& y) {
      const auto &a = x.value, &b = y.value;
      const auto least = constant(a.ctx(), std::int8_t{-128}).value,
                 greatest = constant(a.ctx(), std::int8_t{127}).value;
      const auto kept_below = z3::ite(z3::bvadd_no_overflow(a, b, true), a + b, greatest);
      return Symbolic<std::int8_t>(z3::ite(z3::bvadd_no_underflow(a, b), kept_below, least));
    });
  });
  CHECK(answer.found == Found::refuted);
  CHECK(answer.detail.find("x = ") == 0);
}

TEST_CASE("a max that takes the left one of two zeros is refuted: bit for bit it is not commutative") {
  const auto answer = ask_law([](z3::context& context) {
    return commutative<float>(context, [](const Symbolic<float>& x, const Symbolic<float>& y) {
      const auto greater = select(y > x, y, x);
      return select(isunordered(x, y), quiet_nan_like(x), greater);
    });
  });
  CHECK(answer.found == Found::refuted);
  CHECK(answer.detail.find("-0 = 0x80000000") != std::string::npos);
}

TEST_CASE("+0 is refuted as the identity of a floating-point sum, by -0") {
  const auto answer = ask_law([](z3::context& context) {
    return identity<float>(
        context, [](const Symbolic<float>& x, const Symbolic<float>& y) { return combine<Op::sum>(x, y); }, 0.0f);
  });
  CHECK(answer.found == Found::refuted);
  CHECK(answer.detail == "x = -0 = 0x80000000, e ∘ x = 0 = 0x00000000, x ∘ e = 0 = 0x00000000");
}

TEST_CASE("1 is refuted as the identity of a complex product") {
  using C = Complex<float>;
  const auto answer = ask_law([](z3::context& context) {
    return identity<C>(
        context, [](const Element<C>& x, const Element<C>& y) { return combine<Op::prod>(x, y); }, C{1, 0});
  });
  CHECK(answer.found == Found::refuted);
  CHECK(answer.detail.find("real part of x = ") == 0);
}

TEST_CASE("a complex product is refuted to be commutative where the products of its parts may not be") {
  using C = Complex<Number>;
  const auto answer = ask_law([](z3::context& context) {
    return commutative<C>(context, [](const Element<C>& x, const Element<C>& y) { return combine<Op::prod>(x, y); });
  });
  CHECK(answer.found == Found::refuted);
}

TEST_CASE("an x that some e leaves as it is does not show that there is no identity") {
  const auto answer = ask_law([](z3::context& context) {
    return no_identity<Bool>(
        context, [](const Symbolic<Bool>& x, const Symbolic<Bool>& y) { return combine<Op::land>(x, y); }, Bool{1});
  });
  CHECK(answer.found == Found::refuted);
  CHECK(answer.detail.find("e = ") == 0);
}

/// The smallest that Z3 takes: 0, ¼, ½, ¾, 1, 1¼, 1½, 1¾, 2, 2½, 3, 3½, ∞ and NaN, with both signs.
using Smallest = Format<2, 3>;

TEST_CASE("the smallest operands whose sum depends on the brackets are ¼, 1 and 1¼, with two bits after the point") {
  constexpr Combine<Smallest> sum = [](const auto& x, const auto& y) { return combine<Op::sum>(x, y); };
  CHECK(is_associative_up_to<Smallest>(1, sum).found == Found::proved);
  const auto answer = is_associative_up_to<Smallest>(1.25, sum);
  CHECK(answer.found == Found::refuted);
  MESSAGE(answer.detail);
}

TEST_CASE("the smallest operands whose product depends on the brackets are ¼ or ½, ¾ and ¾") {
  constexpr Combine<Smallest> product = [](const auto& x, const auto& y) { return combine<Op::prod>(x, y); };
  CHECK(is_associative_up_to<Smallest>(0.5, product).found == Found::proved);
  const auto answer = is_associative_up_to<Smallest>(0.75, product);
  CHECK(answer.found == Found::refuted);
  MESSAGE(answer.detail);
}

TEST_CASE("sums and products of numbers of 8 bits are commutative") {
  using Eight = Format<4, 4>;
  CHECK(ask_law([](z3::context& context) {
          return commutative<Eight>(context, [](const auto& x, const auto& y) { return combine<Op::sum>(x, y); });
        }).found == Found::proved);
  CHECK(ask_law([](z3::context& context) {
          return commutative<Eight>(context, [](const auto& x, const auto& y) { return combine<Op::prod>(x, y); });
        }).found == Found::proved);
  const auto difference = ask_law([](z3::context& context) {
    return commutative<Eight>(context, [](const auto& x, const auto& y) { return x - y; });
  });
  CHECK(difference.found == Found::refuted);
}

}  // namespace
}  // namespace tutti::smt
