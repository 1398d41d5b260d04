// Queries: what is true is proved, what is not is refuted with values, what takes too long is unknown.
#include "verified/check/smt/query.hpp"

#include <doctest/doctest.h>

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
  const auto answer = ask(wraps([](auto& r, auto& d, auto& p) { return wrap_up(r, d, p); }), 60);
  CHECK(answer.found == Found::proved);
  CHECK(answer.seconds > 0);
}

TEST_CASE("adding before comparing is refuted: it overflows") {
  const auto answer = ask(wraps([](auto& r, auto& d, auto& p) {
                            return if_else(
                                r + d < p, [&] { return r + d; }, [&] { return r + d - p; });
                          }),
                          60);
  CHECK(answer.found == Found::refuted);
  CHECK(answer.detail.find("r = ") == 0);
}

TEST_CASE("a claim that fails is refuted, and so is one whose assumptions contradict each other") {
  CHECK(ask(of(true, true), 1).found == Found::proved);
  CHECK(ask(of(true, false), 1).found == Found::refuted);
  const auto vacuous = ask(of(false, true), 1);
  CHECK(vacuous.found == Found::refuted);
  CHECK(vacuous.detail.find("nothing fulfils its assumptions") == 0);
}

TEST_CASE("what takes too long is unknown") {
  const Query fermat{"test/fermat", "x³ + y³ ≠ z³", [](z3::context& context) {
                       const auto x = context.int_const("x"), y = context.int_const("y"), z = context.int_const("z");
                       z3::expr_vector assumptions(context);
                       assumptions.push_back(x > 0 && y > 0 && z > 0);
                       return Statement{assumptions, x * x * x + y * y * y != z * z * z};
                     }};
  const auto answer = ask(fermat, 0.2);
  CHECK(answer.found == Found::unknown);
  CHECK_FALSE(answer.detail.empty());
}

TEST_CASE("a query is written as SMT-LIB 2 that says what it states") {
  const auto text = print_smt2(of(true, false));
  CHECK(text.find("; test/constants\n; two constants\n") == 0);
  CHECK(text.find("(check-sat)") != std::string::npos);
}

}  // namespace
}  // namespace tutti::smt
