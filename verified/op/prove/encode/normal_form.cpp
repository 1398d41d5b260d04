#include "verified/op/prove/encode/normal_form.hpp"

#include <algorithm>

#include "verified/op/prove/encode/terms.hpp"

namespace tutti::op {
namespace {

/// The operands [first, last) commute.
struct Commuting {
  std::size_t first = 0, last = 0;
};

Commuting commuting(const z3::expr& term) {
  switch (term.decl().decl_kind()) {
    case Z3_OP_FPA_ADD:
    case Z3_OP_FPA_MUL:
    case Z3_OP_FPA_FMA: return {1, 3};  // after the rounding mode
    case Z3_OP_FPA_EQ:
    case Z3_OP_EQ:
    case Z3_OP_ADD:
    case Z3_OP_MUL:
    case Z3_OP_BADD:
    case Z3_OP_BMUL:
    case Z3_OP_BAND:
    case Z3_OP_BOR:
    case Z3_OP_BXOR: return {0, term.num_args()};
    default: return {};
  }
}

bool is_before(const z3::expr& a, const z3::expr& b) { return a.id() < b.id(); }

bool is_at_most(const z3::expr& term) {
  const auto kind = term.decl().decl_kind();
  return kind == Z3_OP_ULEQ || kind == Z3_OP_SLEQ || kind == Z3_OP_LE;
}

/// a <= b ? b : a and a <= b ? a : b with a and b in order: where they are equal, both branches are.
z3::expr sort_extremum(const z3::expr& choice) {
  const auto condition = choice.arg(0), yes = choice.arg(1), no = choice.arg(2);
  if (!is_at_most(condition)) return choice;
  const auto a = condition.arg(0), b = condition.arg(1);
  const bool is_larger = z3::eq(yes, b) && z3::eq(no, a), is_smaller = z3::eq(yes, a) && z3::eq(no, b);
  if (!(is_larger || is_smaller) || is_before(a, b)) return choice;
  return z3::ite(condition.decl()(b, a), no, yes);
}

}  // namespace

z3::expr sort_operands(const z3::expr& term) {
  return Rebuild([](const z3::expr& of, std::vector<z3::expr> arguments) {
    const auto [first, last] = commuting(of);
    std::sort(arguments.begin() + static_cast<std::ptrdiff_t>(first),
              arguments.begin() + static_cast<std::ptrdiff_t>(last), is_before);
    const auto sorted = with_arguments(of, arguments);
    return sorted.is_ite() ? sort_extremum(sorted) : sorted;
  })(term);
}

z3::expr expand_polynomials(const z3::expr& term, unsigned steps) {
  z3::params how(term.ctx());
  how.set("som", true);
  how.set("som_blowup", 1'000'000u);
  how.set("max_steps", steps);
  try {
    return term.simplify(how);
  } catch (const z3::exception&) {
    return term;
  }
}

}  // namespace tutti::op
