// Queries: what is true is proved, what is not is refuted with values, what takes too long is unknown.
#include "verified/check/smt/query.hpp"

#include <doctest/doctest.h>

#include "tests/support/cvc5.hpp"
#include "verified/check/smt/term.hpp"
#include "verified/schedule/arithmetic.hpp"

namespace tutti::smt {
namespace {

/// r + d modulo p for 0 <= r < p and 0 <= d <= p, by `wrap`, is a rank, comes back by wrap_down, and does not overflow.
template <class Wrap>
Query wraps(Wrap wrap) {
  return {"test/wrap", "r + d modulo p is a rank, and wrap_down leads back to r", [=](z3::context& context) {
            Obligations o(context);
            const auto r = Term::integer(context, "r", 32, o), d = Term::integer(context, "d", 32, o),
                       p = Term::integer(context, "p", 32, o);
            z3::expr_vector assumptions(context);
            assumptions.push_back(p.in_range() && (0 <= r && r < p && 0 <= d && d <= p).value);
            const auto up = wrap(r, d, p);
            return Statement{assumptions,
                             (0 <= up && up < p && wrap_down(up, d, p) == r).value && o.all(),
                             {{"r", r.value()}, {"d", d.value()}, {"p", p.value()}}};
          }};
}

Query of(bool assumption, bool claim) {
  return {"test/constants", "two constants", [=](z3::context& context) {
            z3::expr_vector assumptions(context);
            assumptions.push_back(context.bool_val(assumption));
            return Statement{assumptions, context.bool_val(claim)};
          }};
}

TEST_CASE("wrapping ranks around is proved for every p < 2^31") {
  const auto answer = ask(wraps([](auto& r, auto& d, auto& p) { return wrap_up(r, d, p); }));
  CHECK(answer.found == Found::proved);
  CHECK(answer.seconds > 0);
}

TEST_CASE("adding before comparing is refuted: it overflows") {
  const auto answer = ask(wraps([](auto& r, auto& d, auto& p) {
    return if_else(
        r + d < p, [&] { return r + d; }, [&] { return r + d - p; });
  }));
  CHECK(answer.found == Found::refuted);
  CHECK(answer.detail.find("r = ") == 0);
}

TEST_CASE("a claim that fails is refuted, and one whose assumptions contradict each other is unknown") {
  CHECK(ask(of(true, true)).found == Found::proved);
  CHECK(ask(of(true, false)).found == Found::refuted);
  const auto vacuous = ask(of(false, true));
  CHECK(vacuous.found == Found::unknown);
  CHECK(vacuous.detail.find("nothing fulfils its assumptions") == 0);
}

TEST_CASE("what is refuted for want of assumptions is asked in full, and what is proved without them is not") {
  const auto found = [](bool in_part, bool whole) {
    auto query = of(true, in_part);
    query.in_full = of(true, whole).build;
    return ask(query).found;
  };
  CHECK(found(false, true) == Found::proved);
  CHECK(found(false, false) == Found::refuted);
  CHECK(found(true, false) == Found::proved);
}

TEST_CASE("what takes too many steps, or too long, is unknown") {
  const Query fermat{"test/fermat", "x³ + y³ ≠ z³", [](z3::context& context) {
                       const auto x = context.int_const("x"), y = context.int_const("y"), z = context.int_const("z");
                       z3::expr_vector assumptions(context);
                       assumptions.push_back(x > 0 && y > 0 && z > 0);
                       return Statement{assumptions, x * x * x + y * y * y != z * z * z};
                     }};
  for (const Limit limit : {Limit{.steps = 100'000}, Limit{.steps = 0, .seconds = 0.1}}) {
    const auto answer = ask(fermat, limit);
    CHECK(answer.found == Found::unknown);
    CHECK_FALSE(answer.detail.empty());
  }
}

TEST_CASE("the same steps lead to an answer, or do not, however often it is asked") {
  const auto wrapped = wraps([](auto& r, auto& d, auto& p) { return wrap_up(r, d, p); });
  const auto needed = ask(wrapped).steps;
  REQUIRE(needed > 0);
  for (int i = 0; i < 3; ++i) CHECK(ask(wrapped).steps == needed);
  CHECK(ask(wrapped, {.steps = static_cast<unsigned>(needed / 100)}).found == Found::unknown);
}

TEST_CASE("a query is written as SMT-LIB 2 that says what it states") {
  const auto text = print_smt2(of(true, false));
  CHECK(text.find("; test/constants\n; two constants\n") == 0);
  CHECK(text.find("(check-sat)") != std::string::npos);
}

TEST_CASE("cvc5 reads terms that stand for C++ integers, with their obligations") {
  const auto product_fits = [](int most) {
    return Query{"test/product", "a product of small factors fits", [=](z3::context& context) {
                   Obligations o(context);
                   const auto x = Term::integer(context, "x", 16, o), y = Term::integer(context, "y", 16, o);
                   const auto xy = x * y - x + x / (y + 1) + x % (y + 1);
                   z3::expr_vector assumptions(context);
                   assumptions.push_back((0 <= x && x < most && 0 <= y && y < most).value);
                   return Statement{assumptions, o.all() && xy.in_range()};
                 }};
  };
  CHECK(ask_cvc5(product_fits(100)) == "unsat");
  CHECK(ask_cvc5(product_fits(1000)) == "sat");
}

TEST_CASE("what overflows on one side of a condition counts where that side is taken, and only there") {
  const auto fits = [](int least, int most, bool on_the_left) {
    return Query{"test/sides", "a sum of numbers in a range fits on one side of x < 0", [=](z3::context& context) {
                   Obligations o(context);
                   const auto x = Term::integer(context, "x", 8, o);
                   const auto far = [&] { return x + x + x; };
                   const auto near = [&] { return x; };
                   const auto y = on_the_left ? if_else(x < 0, far, near) : if_else(x < 0, near, far);
                   z3::expr_vector assumptions(context);
                   assumptions.push_back((least <= x && x < most).value);
                   return Statement{assumptions, o.all() && y.in_range()};
                 }};
  };
  CHECK(ask(fits(-40, 100, true)).found == Found::proved);
  CHECK(ask(fits(-100, 40, true)).found == Found::refuted);
  CHECK(ask(fits(-100, 40, false)).found == Found::proved);
  CHECK(ask(fits(-40, 100, false)).found == Found::refuted);
}

}  // namespace
}  // namespace tutti::smt
