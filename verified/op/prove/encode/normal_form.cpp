#include "verified/op/prove/encode/normal_form.hpp"

#include "verified/op/prove/encode/terms.hpp"

namespace tutti::user {
namespace {

/// The place of the first of two operands that commute, or -1.
int commuting(const z3::expr& term) {
  switch (term.decl().decl_kind()) {
    case Z3_OP_FPA_ADD:
    case Z3_OP_FPA_MUL:
    case Z3_OP_FPA_FMA: return 1;  // after the rounding mode
    case Z3_OP_FPA_EQ: return 0;
    default: return -1;
  }
}

}  // namespace

z3::expr sort_operands(const z3::expr& term) {
  return Rebuild([](const z3::expr& of, std::vector<z3::expr> arguments) {
    if (const int i = commuting(of); i >= 0 && arguments[i].id() > arguments[i + 1].id())
      std::swap(arguments[i], arguments[i + 1]);
    return with_arguments(of, arguments);
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

}  // namespace tutti::user
