#include "verified/op/ir/term.hpp"

namespace tutti::op::ir {

namespace {

bool is_choice(const z3::expr& term) { return term.is_app() && term.decl().decl_kind() == Z3_OP_ITE; }

/// How many literals a tree of choices ends in; more than `limit` where it has other ends or too many.
int literals_below(const z3::expr& term, int limit) {
  if (is_literal(term)) return 1;
  if (limit <= 1 || !is_choice(term)) return limit + 1;
  const int left = literals_below(term.arg(1), limit - 1);
  return left + literals_below(term.arg(2), limit - left);
}

constexpr int few = 8;

z3::expr with_argument(const z3::expr& term, unsigned position, const z3::expr& argument) {
  z3::expr_vector arguments(term.ctx());
  for (unsigned i = 0; i < term.num_args(); ++i) arguments.push_back(i == position ? argument : term.arg(i));
  return term.decl()(arguments);
}

z3::expr fold_below(const z3::expr& term, unsigned position, const z3::expr& choice) {
  if (is_literal(choice)) return with_argument(term, position, choice).simplify();
  return choose(choice.arg(0), fold_below(term, position, choice.arg(1)), fold_below(term, position, choice.arg(2)));
}

bool is_negation_of(const z3::expr& a, const z3::expr& b) { return a.is_not() && z3::eq(a.arg(0), b); }

}  // namespace

bool is_literal(const z3::expr& term) {
  if (!term.is_fpa()) return term.is_numeral() || term.is_true() || term.is_false();
  if (!term.is_app()) return false;
  switch (term.decl().decl_kind()) {
    case Z3_OP_FPA_NUM:
    case Z3_OP_FPA_PLUS_INF:
    case Z3_OP_FPA_MINUS_INF:
    case Z3_OP_FPA_NAN:
    case Z3_OP_FPA_PLUS_ZERO:
    case Z3_OP_FPA_MINUS_ZERO: return true;
    default: return false;
  }
}

std::optional<std::int64_t> literal_value(const z3::expr& bits) {
  const unsigned width = bits.get_sort().bv_size();
  std::uint64_t value = 0;
  if (width > 64 || !bits.is_numeral_u64(value)) return {};
  const unsigned unused = 64 - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

z3::expr fold(const z3::expr& term) {
  std::optional<unsigned> choice;
  for (unsigned i = 0; i < term.num_args(); ++i) {
    const z3::expr argument = term.arg(i);
    if (is_literal(argument)) continue;
    if (choice || literals_below(argument, few) > few) return term;
    choice = i;
  }
  if (term.num_args() == 0) return term;
  return choice ? fold_below(term, *choice, term.arg(*choice)) : term.simplify();
}

z3::expr truth(z3::context& context, bool value) { return context.bool_val(value); }

z3::expr negate(const z3::expr& a) {
  if (is_literal(a)) return truth(a.ctx(), a.is_false());
  return a.is_not() ? a.arg(0) : !a;
}

z3::expr both(const z3::expr& a, const z3::expr& b) {
  if (a.is_true() || b.is_false() || z3::eq(a, b)) return b;
  if (a.is_false() || b.is_true()) return a;
  if (is_negation_of(a, b) || is_negation_of(b, a)) return truth(a.ctx(), false);
  return a && b;
}

z3::expr either(const z3::expr& a, const z3::expr& b) {
  if (a.is_false() || b.is_true() || z3::eq(a, b)) return b;
  if (a.is_true() || b.is_false()) return a;
  if (is_negation_of(a, b) || is_negation_of(b, a)) return truth(a.ctx(), true);
  return a || b;
}

z3::expr all(z3::context& context, const std::vector<z3::expr>& conditions) {
  z3::expr result = truth(context, true);
  for (const z3::expr& condition : conditions) result = both(result, condition);
  return result;
}

z3::expr choose(const z3::expr& when, const z3::expr& a, const z3::expr& b) {
  if (when.is_true() || z3::eq(a, b)) return a;
  if (when.is_false()) return b;
  if (a.is_bool()) {
    if (a.is_true()) return either(when, b);
    if (a.is_false()) return both(negate(when), b);
    if (b.is_true()) return either(negate(when), a);
    if (b.is_false()) return both(when, a);
  }
  if (when.is_not()) return z3::ite(when.arg(0), b, a);
  return z3::ite(when, a, b);
}

z3::expr same(const z3::expr& a, const z3::expr& b) {
  if (z3::eq(a, b)) return truth(a.ctx(), true);
  return fold(a == b);
}

z3::expr slice(const z3::expr& bits, unsigned high, unsigned low) {
  if (low == 0 && high + 1 == bits.get_sort().bv_size()) return bits;
  const Z3_decl_kind kind = bits.decl().decl_kind();
  const bool extension = kind == Z3_OP_ZERO_EXT || kind == Z3_OP_SIGN_EXT;
  if (extension && high < bits.arg(0).get_sort().bv_size()) return slice(bits.arg(0), high, low);
  return fold(bits.extract(high, low));
}

z3::expr bits_of_float(const z3::expr& number) {
  if (number.is_app() && number.decl().decl_kind() == Z3_OP_FPA_TO_FP && number.num_args() == 1) return number.arg(0);
  return fold(z3::expr(number.ctx(), Z3_mk_fpa_to_ieee_bv(number.ctx(), number)));
}

z3::expr float_of_bits(const z3::expr& bits, const z3::sort& sort) {
  if (bits.is_app() && bits.decl().decl_kind() == Z3_OP_FPA_TO_IEEE_BV && z3::eq(bits.arg(0).get_sort(), sort)) {
    return bits.arg(0);
  }
  return fold(z3::expr(bits.ctx(), Z3_mk_fpa_to_fp_bv(bits.ctx(), bits, sort)));
}

Condition either(const Condition& a, const Condition& b) {
  if (!a || !b) return a ? a : b;
  return either(*a, *b);
}

Condition choose(const z3::expr& when, const Condition& a, const Condition& b) {
  if (!a && !b) return {};
  const z3::expr never = truth(when.ctx(), false);
  return both(truth(when.ctx(), true), choose(when, a.value_or(never), b.value_or(never)));
}

Condition both(const z3::expr& a, const Condition& b) {
  if (!b) return {};
  const z3::expr result = both(a, *b);
  return result.is_false() ? Condition() : Condition(result);
}

}  // namespace tutti::op::ir
