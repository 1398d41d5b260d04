#include "verified/op/prove/encode/fractions.hpp"

#include "verified/op/prove/encode/terms.hpp"

namespace tutti::op {
namespace {

struct Fraction {
  z3::expr over, under;
};

Fraction operator*(const Fraction& a, const Fraction& b) { return {a.over * b.over, a.under * b.under}; }
Fraction operator/(const Fraction& a, const Fraction& b) { return {a.over * b.under, a.under * b.over}; }
Fraction operator-(const Fraction& a) { return {-a.over, a.under}; }
Fraction operator+(const Fraction& a, const Fraction& b) {
  if (z3::eq(a.under, b.under)) return {a.over + b.over, a.under};
  return {a.over * b.under + b.over * a.under, a.under * b.under};
}
Fraction operator-(const Fraction& a, const Fraction& b) { return a + -b; }

Fraction fraction(const z3::expr& e);

template <class F>
Fraction fold(const z3::expr& e, F combine) {
  auto all = fraction(e.arg(0));
  for (unsigned i = 1; i < e.num_args(); ++i) {
    all = combine(all, fraction(e.arg(i)));
    all = {all.over.simplify(), all.under.simplify()};
  }
  return all;
}

Fraction fraction(const z3::expr& e) {
  switch (e.decl().decl_kind()) {
    case Z3_OP_ADD: return fold(e, [](const auto& a, const auto& b) { return a + b; });
    case Z3_OP_SUB: return fold(e, [](const auto& a, const auto& b) { return a - b; });
    case Z3_OP_MUL: return fold(e, [](const auto& a, const auto& b) { return a * b; });
    case Z3_OP_DIV: return fold(e, [](const auto& a, const auto& b) { return a / b; });
    case Z3_OP_UMINUS: return -fraction(e.arg(0));
    default: return {e, e.ctx().real_val(1)};
  }
}

}  // namespace

z3::expr cross_multiply(const z3::expr& term) {
  return Rebuild([](const z3::expr& of, const std::vector<z3::expr>& arguments) {
    if (!of.is_eq() || !of.arg(0).is_real()) return with_arguments(of, arguments);
    const auto left = fraction(arguments[0]), right = fraction(arguments[1]);
    return left.over * right.under == right.over * left.under;
  })(term);
}

}  // namespace tutti::op
