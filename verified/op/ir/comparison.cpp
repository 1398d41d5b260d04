// Comparisons of numbers and of addresses.
#include "verified/op/ir/floating.hpp"
#include "verified/op/ir/integer.hpp"
#include "verified/op/ir/interpreter.hpp"

namespace tutti::op::ir {

namespace {

/// Reals are never beyond infinity, and none is a NaN.
std::optional<bool> compare_with_special(llvm::CmpInst::Predicate predicate, const llvm::Value& a,
                                         const llvm::Value& b) {
  const auto is_special = [](const llvm::Value& v) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(&v);
    return constant && !constant->getValueAPF().isFinite();
  };
  if (is_special(a) == is_special(b)) return {};
  const llvm::APFloat& special = llvm::cast<llvm::ConstantFP>(is_special(a) ? a : b).getValueAPF();
  const llvm::APFloat any = llvm::APFloat::getZero(special.getSemantics());
  return llvm::FCmpInst::compare(is_special(a) ? special : any, is_special(a) ? any : special, predicate);
}

z3::expr compare_floating(llvm::CmpInst::Predicate predicate, const z3::expr& a, const z3::expr& b) {
  // The four bits of a predicate: unordered, less, greater, equal.
  constexpr unsigned unordered = 8, is_less = 4, is_greater = 2, is_equal = 1;
  const unsigned all_bits = predicate;
  if (all_bits & unordered) {
    return negate(compare_floating(static_cast<llvm::CmpInst::Predicate>(all_bits ^ 15U), a, b));
  }
  switch (all_bits) {
    case 0: return truth(a.ctx(), false);
    case is_equal: return floating::equal(a, b);
    case is_less: return floating::less(a, b);
    case is_less | is_equal: return floating::less_equal(a, b);
    case is_greater: return floating::less(b, a);
    case is_greater | is_equal: return floating::less_equal(b, a);
    case is_less | is_greater: return either(floating::less(a, b), floating::less(b, a));
    default: return both(negate(floating::is_nan(a)), negate(floating::is_nan(b)));
  }
}

z3::expr compare_integers(llvm::CmpInst::Predicate predicate, const z3::expr& a, const z3::expr& b) {
  const bool with_sign = llvm::CmpInst::isSigned(predicate);
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ: return same(a, b);
    case llvm::CmpInst::ICMP_NE: return negate(same(a, b));
    case llvm::CmpInst::ICMP_SLT:
    case llvm::CmpInst::ICMP_ULT: return integer::less(with_sign, a, b);
    case llvm::CmpInst::ICMP_SGT:
    case llvm::CmpInst::ICMP_UGT: return integer::less(with_sign, b, a);
    case llvm::CmpInst::ICMP_SLE:
    case llvm::CmpInst::ICMP_ULE: return negate(integer::less(with_sign, b, a));
    default: return negate(integer::less(with_sign, a, b));
  }
}

/// Only within an object are addresses ordered; objects lie apart, and none at null.
Value compare_pointers(Machine& machine, llvm::CmpInst::Predicate predicate, const Value& a, const Value& b) {
  const Terms& terms = machine.terms;
  const bool equality = llvm::CmpInst::isEquality(predicate);
  Value result = number(terms.truth(predicate == llvm::CmpInst::ICMP_NE));
  if (a.pointer.empty() || b.pointer.empty()) return with_doubts_of(machine.terms.anything({Format::integer, 1}), a, b);
  for (const Target& x : a.pointer) {
    for (const Target& y : b.pointer) {
      const z3::expr when = both(x.when, y.when);
      if (x.object == y.object) {
        const z3::expr holds = compare_integers(equality ? predicate : llvm::ICmpInst::getSignedPredicate(predicate),
                                                x.offset.bytes, y.offset.bytes);
        result.term = choose(when, holds, *result.term);
        continue;
      }
      const auto inside = [&](const Target& t) {
        const auto at = literal_value(t.offset.bytes);
        return t.object == null_object || (at && *at >= 0 && *at < machine.object(t.object).size);
      };
      const bool null = x.object == null_object || y.object == null_object;
      if (equality && (null || (inside(x) && inside(y)))) continue;
      result.opaque = either(result.opaque, Condition(when));
    }
  }
  return with_doubts_of(result, a, b);
}

}  // namespace

Value Interpreter::evaluate_comparison(const llvm::CmpInst& comparison) {
  const auto predicate = comparison.getPredicate();
  const llvm::Value &left = *comparison.getOperand(0), &right = *comparison.getOperand(1);
  if (comparison.isFPPredicate() && machine_.terms.floats() == Floats::real) {
    if (const auto known = compare_with_special(predicate, left, right)) return number(machine_.terms.truth(*known));
  }
  return by_part(value_of(&left), value_of(&right), [&](const Value& a, const Value& b) {
    if (!a.term || !b.term) return compare_pointers(machine_, predicate, a, b);
    const bool floats = comparison.isFPPredicate();
    return with_doubts_of(
        number(floats ? compare_floating(predicate, *a.term, *b.term) : compare_integers(predicate, *a.term, *b.term)),
        a, b);
  });
}

}  // namespace tutti::op::ir
