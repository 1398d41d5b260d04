// What the encodings of user-defined operators' laws say holds, and the near misses that they must not accept do not.
#include <doctest/doctest.h>

#include "tests/op/by_terms.hpp"
#include "tests/support/property.hpp"
#include "verified/op/prove/encode/fractions.hpp"
#include "verified/op/prove/encode/integers.hpp"
#include "verified/op/prove/encode/meaning.hpp"
#include "verified/op/prove/encode/normal_form.hpp"

namespace tutti::op {
namespace {

z3::expr rounded(const z3::expr& real) {
  auto& c = real.ctx();
  const auto to_nearest = fp(c, Z3_mk_fpa_rne(c));  // held, or the next call would free it
  return fp(c, Z3_mk_fpa_to_fp_real(c, to_nearest, real, c.fpa_sort(11, 53))).simplify();
}

/// Is the claim proved over the integers? Absent where it is not lifted.
std::optional<bool> proved_by_integers(const Question& question, Scalar scalar) {
  z3::expr_vector claims(question.claim.ctx());
  for (const auto& a : question.assumptions) claims.push_back(a);
  claims.push_back(question.claim);
  std::vector<Constant> leaves;
  for (const auto& c : constants_of(claims)) leaves.push_back({c, scalar});
  const auto lifted = lift_to_integers(question, leaves);
  if (!lifted) return {};
  return solve(*lifted, 20).sat == Sat::unsat;
}

/// Does it hold, by bit-blasting?
bool holds(const Question& question) {
  z3::expr_vector wrong(question.claim.ctx());
  for (const auto& a : question.assumptions) wrong.push_back(a);
  wrong.push_back(!question.claim);
  const auto solved = solve(wrong, 60);
  REQUIRE(solved.sat != Sat::unknown);
  return solved.sat == Sat::unsat;
}

Question question(const z3::expr& assumption, const z3::expr& claim) {
  Question q{z3::expr_vector(claim.ctx()), claim, {}, {}};
  q.assumptions.push_back(assumption);
  return q;
}

TEST_CASE("operands of IEEE additions and multiplications are in one order, and those of subtractions stay") {
  z3::context c;
  const auto x = c.fpa_const("x", 11, 53), y = c.fpa_const("y", 11, 53), z = c.fpa_const("z", 11, 53);
  CHECK(sort_operands(x * y + z == z + y * x).simplify().is_true());
  CHECK(sort_operands(fused(x, y, z) == fused(y, x, z)).simplify().is_true());
  CHECK_FALSE(sort_operands(x - y == y - x).simplify().is_true());
  CHECK_FALSE(sort_operands((x + y) + z == x + (y + z)).simplify().is_true());
  CHECK_FALSE(sort_operands(fused(x, y, z) == fused(x, z, y)).simplify().is_true());
  CHECK_FALSE(sort_operands((x < y) == (y < x)).simplify().is_true());
}

TEST_CASE("operands that commute are in one order inside of others, and so are those of the larger and the smaller") {
  z3::context c;
  const auto x = c.bv_const("x", 8), y = c.bv_const("y", 8), z = c.bv_const("z", 8);
  const auto same = [](const z3::expr& a, const z3::expr& b) {
    return sort_operands((a == b).simplify()).simplify().is_true();
  };
  CHECK(same(z3::urem(x + y, z), z3::urem(y + x, z)));
  CHECK(same(z3::urem((x & y) ^ (y | x), z), z3::urem((x | y) ^ (y & x), z)));
  CHECK_FALSE(same(z3::urem(x - y, z), z3::urem(y - x, z)));
  const auto larger = [](const z3::expr& a, const z3::expr& b) { return z3::ite(z3::ugt(a, b), a, b); };
  const auto smaller = [](const z3::expr& a, const z3::expr& b) { return z3::ite(z3::ugt(a, b), b, a); };
  CHECK(same(z3::urem(larger(x, y), smaller(x, y)), z3::urem(larger(y, x), smaller(y, x))));
  CHECK(same(z3::ite(x > y, x, y), z3::ite(y > x, y, x)));
  CHECK_FALSE(same(larger(x, y), smaller(x, y)));
  CHECK_FALSE(same(larger(x, y), smaller(y, x)));
  CHECK_FALSE(same(larger(x, y), z3::ite(x > y, x, y)));
  CHECK_FALSE(same(z3::ite(z3::ugt(x, y), x, z), z3::ite(z3::ugt(y, x), y, z)));
}

TEST_CASE("sorted operands have the value that they had") {
  property("sort_operands keeps the value", [] {
    z3::context c;
    std::vector<z3::expr> terms{c.bv_const("x", 4), c.bv_const("y", 4), c.bv_const("z", 4)};
    const auto any = [&] { return terms[static_cast<std::size_t>(draw(static_cast<int>(terms.size())))]; };
    for (int step = 0; step < 6; ++step) {
      const auto a = any(), b = any(), d = any();
      const z3::expr made[] = {a + b,
                               a * b,
                               a & b,
                               a | b,
                               a ^ b,
                               a - b,
                               z3::ite(z3::ule(a, b), b, a),
                               z3::ite(a <= b, a, b),
                               z3::ite(z3::ugt(a, b), d, b)};
      terms.push_back(made[draw(static_cast<int>(std::size(made)))]);
    }
    z3::solver solver(c);
    solver.add(sort_operands(terms.back().simplify()) != terms.back());
    RC_ASSERT(solver.check() == z3::unsat);
  });
}

TEST_CASE("what holds of all products of floats is proved without them, and what rests on one is not") {
  z3::context c;
  const auto x = c.fpa_const("x", 11, 53), y = c.fpa_const("y", 11, 53), zero = rounded(c.real_val(0));
  const auto is_possible = [](const z3::expr& claim) {
    z3::expr_vector claims(claim.ctx());
    claims.push_back(with_free_products(claim));
    return solve(claims, 60).sat;
  };
  CHECK(is_possible(x * y > zero && x * y < zero) == Sat::unsat);
  CHECK(is_possible(x * x < zero) == Sat::sat);
  CHECK(z3::eq(with_free_products(x + y), x + y));
}

TEST_CASE("equal polynomials are the same sum of monomials, modulo 2^w and over the reals; others are not") {
  for (const bool real : {false, true}) {
    z3::context c;
    const auto constant = [&](const char* name) { return real ? c.real_const(name) : c.bv_const(name, 32); };
    const auto x = constant("x"), y = constant("y"), z = constant("z");
    CHECK(expand_polynomials((x + y) * (x - y) * z == x * z * x - y * (z * y)).is_true());
    CHECK_FALSE(expand_polynomials((x + y) * (x + y) == x * x + y * y).is_true());
  }
  z3::context c;
  const auto x = c.bv_const("x", 32);
  CHECK(expand_polynomials(x * c.bv_val(1u << 31, 32) * c.bv_val(2, 32) == c.bv_val(0, 32)).is_true());
  CHECK_FALSE(expand_polynomials(z3::zext(x * x, 32) == z3::zext(x, 32) * z3::zext(x, 32)).is_true());
}

TEST_CASE("a polynomial that grows too large stays as it is") {
  z3::context c;
  auto power = c.bv_const("x", 32) + c.bv_const("y", 32) + c.bv_const("z", 32);
  for (int i = 0; i < 6; ++i) power = power * (power + c.bv_const(("u" + std::to_string(i)).c_str(), 32));
  CHECK(z3::eq(expand_polynomials(power, 1000), power));
}

TEST_CASE("real division by zero is undefined, but not on a branch that is not taken") {
  z3::context c;
  const auto x = c.real_const("x"), y = c.real_const("y"), zero = c.real_val(0);
  CHECK(is_defined(x * y + 1).is_true());
  CHECK(is_defined(z3::ite(y == zero, x, x / y)).is_true());
  CHECK(is_defined(y != zero && x / y > zero).is_true());
  CHECK_FALSE(is_defined(z3::ite(x == zero, x, x / y)).is_true());
  CHECK(evaluate(is_defined(x / y), {{y, zero}}).is_false());
  CHECK(evaluate(is_defined(x / y), {{y, c.real_val(2)}}).is_true());
}

TEST_CASE("equations of fractions become equations of polynomials") {
  z3::context c;
  const auto x = c.real_const("x"), y = c.real_const("y"), z = c.real_const("z");
  const auto holds_by_rewriting = [](const z3::expr& e) { return expand_polynomials(cross_multiply(e)).is_true(); };
  CHECK(holds_by_rewriting(x / y + z / y == (x + z) / y));
  CHECK(holds_by_rewriting(x / (y / z) - 1 == (x * z - y) / y));
  CHECK_FALSE(holds_by_rewriting(x / (y / z) == x / y / z));
  CHECK_FALSE(holds_by_rewriting(x / y + x / z == x / (y + z)));
}

TEST_CASE("functions that are not interpreted are found by name") {
  z3::context c;
  const auto x = c.real_const("x");
  const auto exp = c.function("exp", c.real_sort(), c.real_sort());
  CHECK(uninterpreted(exp(x) + exp(exp(x))) == std::vector<std::string>{"exp"});
  CHECK(uninterpreted(x * x).empty());
}

TEST_CASE("the product modulo m is associative over the integers where bounds exclude that it wraps around") {
  const auto asked = [](z3::context& c, std::uint64_t m, std::uint64_t below) {
    const auto x = c.bv_const("x", 32), y = c.bv_const("y", 32), z = c.bv_const("z", 32);
    const auto product = [&](auto a, auto b) { return multiply_modulo(a, b, m); };
    const auto limit = c.bv_val(below, 32);
    return question(z3::ult(x, limit) && z3::ult(y, limit) && z3::ult(z, limit),
                    product(product(x, y), z) == product(x, product(y, z)));
  };
  z3::context c;
  CHECK(proved_by_integers(asked(c, 1000003, 1000003), Scalar::u32) == true);
  CHECK(proved_by_integers(asked(c, 4294967291, 4294967291), Scalar::u32) == true);
  const auto x = c.bv_const("x", 32), y = c.bv_const("y", 32), m = c.bv_val(65521, 32);
  const auto narrow = [&](std::uint64_t below) {  // in 32 bits, so that what is below 65521 may wrap around
    const auto limit = c.bv_val(below, 32);
    return question(z3::ult(x, limit) && z3::ult(y, limit), z3::urem(x * y, m) == z3::urem(z3::urem(x * y, m) * 1, m));
  };
  CHECK(proved_by_integers(narrow(65521), Scalar::u32) == true);
  const auto wraps = question(z3::ult(x, m), z3::urem(x * 65600, m) == z3::urem(x * 79, m));
  CHECK(proved_by_integers(wraps, Scalar::u32) == false);
}

TEST_CASE("order does not depend on bits, but the two orders of bit-vectors are not one") {
  z3::context c;
  const auto x = c.bv_const("x", 32), y = c.bv_const("y", 32), z = c.bv_const("z", 32);
  const auto yes = c.bool_val(true);
  CHECK(proved_by_integers(question(yes, z3::implies(x < y && y < z, x < z)), Scalar::i32) == true);
  CHECK(proved_by_integers(question(yes, z3::implies(z3::ult(x, y) && z3::ult(y, z), z3::ult(x, z))), Scalar::u32) ==
        true);
  CHECK(proved_by_integers(question(yes, z3::implies(x < y, z3::ult(x, y))), Scalar::i32) == false);
  CHECK(proved_by_integers(question(x >= 0 && y >= 0, z3::implies(x < y, z3::ult(x, y))), Scalar::i32) == true);
  CHECK(proved_by_integers(question(yes, x + 1 > x), Scalar::i32) == false);
  CHECK_FALSE(proved_by_integers(question(yes, (x ^ y) == (y ^ x)), Scalar::i32).has_value());
}

TEST_CASE("the order of floating point has its NaN, its two zeros and its infinities") {
  z3::context c;
  const auto x = c.fpa_const("x", 11, 53), y = c.fpa_const("y", 11, 53);
  const auto zero = rounded(c.real_val(0)), one = rounded(c.real_val(1));
  const auto yes = c.bool_val(true);
  const auto proved = [&](const z3::expr& assumption, const z3::expr& claim) {
    return proved_by_integers(question(assumption, claim), Scalar::f64);
  };
  CHECK(proved(yes, z3::implies(x < y, !(y <= x))) == true);
  CHECK(proved(yes, x < y || y <= x) == false);
  CHECK(proved(!is_nan(x) && !is_nan(y), x < y || y <= x) == true);
  CHECK(proved(yes, z3::implies(fp(c, Z3_mk_fpa_eq(c, x, y)), x == y)) == false);
  CHECK(proved(!fp(c, Z3_mk_fpa_is_zero(c, x)), z3::implies(fp(c, Z3_mk_fpa_eq(c, x, y)), x == y)) == true);
  CHECK(proved(yes, x == x) == true);
  CHECK(proved(zero < x && x < one, -x < zero && !(x <= -x)) == true);
  CHECK(proved(yes, -(-x) == x) == true);
  CHECK(proved(yes, x <= fp(c, Z3_mk_fpa_inf(c, x.get_sort(), false))) == false);
  CHECK(proved(!is_nan(x), x <= fp(c, Z3_mk_fpa_inf(c, x.get_sort(), false))) == true);
  CHECK_FALSE(proved(yes, x + y == y + x).has_value());
}

/// A random term of `wide` bits and the same operations on 8 bits: they differ where the narrow ones wrap around.
struct Pair {
  z3::expr narrow, wide;
};

Pair draw_pair(const Pair& x, const Pair& y, int depth, bool has_sign) {
  auto& c = x.narrow.ctx();
  const auto wide_of = [&](const z3::expr& e) { return has_sign ? z3::sext(e, 8) : z3::zext(e, 8); };
  if (depth == 0) {
    if (const int which = draw(3); which < 2) return which == 0 ? x : y;
    const auto value = c.bv_val(draw(256), 8);
    return {value, wide_of(value)};
  }
  const auto a = draw_pair(x, y, depth - 1, has_sign), b = draw_pair(x, y, draw(depth), has_sign);
  const auto divisor = c.bv_val(1 + draw(20), 8);
  switch (draw(6)) {
    case 0: return {a.narrow + b.narrow, a.wide + b.wide};
    case 1: return {a.narrow - b.narrow, a.wide - b.wide};
    case 2: return {a.narrow * b.narrow, a.wide * b.wide};
    case 3:
      return has_sign ? Pair{z3::srem(a.narrow, divisor), z3::srem(a.wide, wide_of(divisor))}
                      : Pair{z3::urem(a.narrow, divisor), z3::urem(a.wide, wide_of(divisor))};
    case 4:
      return has_sign ? Pair{a.narrow / divisor, a.wide / wide_of(divisor)}
                      : Pair{z3::udiv(a.narrow, divisor), z3::udiv(a.wide, wide_of(divisor))};
    default: {
      const auto less = [&](auto& left, auto& right) { return has_sign ? left < right : z3::ult(left, right); };
      return {z3::ite(less(a.narrow, b.narrow), a.narrow, b.narrow), z3::ite(less(a.wide, b.wide), a.wide, b.wide)};
    }
  }
}

TEST_CASE("what is proved over the integers holds of random bit-vectors") {
  int proved = 0, refuted = 0;
  property(
      "arithmetic of 8 bits is that of 16 where the integers say so",
      [&] {
        z3::context c;
        const bool has_sign = draw(2) == 1;
        const auto x = c.bv_const("x", 8), y = c.bv_const("y", 8);
        const auto pair = [&](const z3::expr& e) { return Pair{e, has_sign ? z3::sext(e, 8) : z3::zext(e, 8)}; };
        const auto term = draw_pair(pair(x), pair(y), 1 + draw(3), has_sign);
        const auto limit = [&] { return c.bv_val(1 + draw(1 << draw(8)), 8); };
        const auto small = z3::ult(x, limit()) && z3::ule(y, limit());
        const auto claim = pair(term.narrow).wide == term.wide;
        const auto by_integers = proved_by_integers(question(small, claim), has_sign ? Scalar::i8 : Scalar::u8);
        if (!by_integers) return;
        if (*by_integers) RC_ASSERT(holds(question(small, claim)));
        ++(*by_integers ? proved : refuted);
      },
      200, [&] { return proved > 10 && refuted > 10; });
}

z3::expr draw_float(const std::vector<z3::expr>& leaves, int depth);

z3::expr draw_comparison(const std::vector<z3::expr>& leaves, int depth) {
  const auto a = draw_float(leaves, depth), b = draw_float(leaves, depth);
  auto& c = a.ctx();
  switch (draw(5)) {
    case 0: return a < b;
    case 1: return a <= b;
    case 2: return fp(c, Z3_mk_fpa_eq(c, a, b));
    case 3: return is_nan(a);
    default: return fp(c, Z3_mk_fpa_is_zero(c, a)) && fp(c, Z3_mk_fpa_is_negative(c, b));
  }
}

z3::expr draw_float(const std::vector<z3::expr>& leaves, int depth) {
  if (depth == 0) return leaves[static_cast<std::size_t>(draw(static_cast<int>(leaves.size())))];
  if (draw(4) == 0) return -draw_float(leaves, depth - 1);
  return z3::ite(draw_comparison(leaves, depth - 1), draw_float(leaves, depth - 1), draw_float(leaves, depth - 1));
}

TEST_CASE("comparisons of floating point hold of places in the order exactly where they hold of the bits") {
  int proved = 0;
  property(
      "random terms agree",
      [&] {
        z3::context c;
        const auto x = c.fpa_const("x", 8, 24), y = c.fpa_const("y", 8, 24);
        const auto one = c.fpa_val(1.0f);
        const std::vector<z3::expr> leaves{x, y, one, fp(c, Z3_mk_fpa_zero(c, x.get_sort(), true))};
        const auto assumption = draw_comparison(leaves, 0);
        const auto claim = draw(2) == 0 ? draw_float(leaves, 2) == draw_float(leaves, 1) : draw_comparison(leaves, 1);
        const auto by_integers = proved_by_integers(question(assumption, claim), Scalar::f32);
        RC_ASSERT(by_integers.has_value());
        RC_ASSERT(*by_integers == holds(question(assumption, claim)));
        proved += *by_integers;
      },
      200, [&] { return proved > 5; });
}

}  // namespace
}  // namespace tutti::op
