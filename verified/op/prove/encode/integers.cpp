#include "verified/op/prove/encode/integers.hpp"

#include <unordered_map>

#include "verified/op/prove/encode/bounds.hpp"
#include "verified/op/prove/encode/float_order.hpp"
#include "verified/op/prove/encode/normal_form.hpp"
#include "verified/op/prove/encode/terms.hpp"

namespace tutti::op {
namespace {

/// An operation that is not lifted.
struct NotLifted {};

/// An integer congruent to a bit-vector, or a truth, which has no bounds.
struct Lifted {
  z3::expr term;
  Interval bounds = everything;
};

class Lift {
 public:
  Lift(z3::context& context, std::unordered_map<unsigned, Interval> bounds)
      : context_(context), bounds_(std::move(bounds)), obligations_(context), facts_(context) {}

  const Lifted& operator()(const z3::expr& term) {
    if (const auto known = known_.find(term.id()); known != known_.end()) return known->second.second;
    auto lifted = term.is_bool() ? Lifted{truth(term)} : integer(term);
    return known_.emplace(term.id(), std::pair(term, std::move(lifted))).first->second.second;
  }

  /// What must hold for the lifted terms to stand for theirs.
  const z3::expr_vector& obligations() const { return obligations_; }
  /// What holds of the constants of lifted terms.
  const z3::expr_vector& facts() const { return facts_; }

 private:
  static unsigned width(const z3::expr& e) {
    const auto w = e.get_sort().bv_size();
    if (w > 64) throw NotLifted();
    return w;
  }
  z3::expr number(Wide value) {
    const bool negative = value < 0;
    auto rest = negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
    std::string digits;
    do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    while ((rest /= 10) != 0);
    return context_.int_val(((negative ? "-" : "") + digits).c_str());
  }

  /// The same value modulo the size of the range, if bounds show that one is within.
  std::optional<Lifted> known_within(const Lifted& value, const Interval& range) {
    const auto size = range.high - range.low + 1;
    for (const Wide shift : {Wide{0}, size, -size})
      if (const auto bounds = value.bounds + Interval{shift, shift}; bounds.within(range))
        return Lifted{shift == 0 ? value.term : (value.term + number(shift)).simplify(), bounds};
    return {};
  }
  Lifted within(const Lifted& value, const Interval& range) {
    if (const auto known = known_within(value, range)) return *known;
    obligations_.push_back(number(range.low) <= value.term && value.term <= number(range.high));
    return {value.term, range};
  }
  Lifted as_unsigned(const z3::expr& e) { return within((*this)(e), unsigned_range(width(e))); }
  Lifted as_signed(const z3::expr& e) { return within((*this)(e), signed_range(width(e))); }

  z3::expr compare(const z3::expr& e, bool has_sign, z3::expr (*how)(const z3::expr&, const z3::expr&)) {
    const auto value = [&](unsigned i) { return (has_sign ? as_signed(e.arg(i)) : as_unsigned(e.arg(i))).term; };
    const auto left = value(0);
    return how(left, value(1));
  }

  /// Whether integers are equal that are both of the range of one sign.
  z3::expr equal(const z3::expr& a, const z3::expr& b) {
    if (a.is_bool()) return (*this)(a).term == (*this)(b).term;
    if (a.is_fpa()) return same(ordinal(a), ordinal(b));
    if (!a.is_bv()) throw NotLifted();
    const auto w = width(a);
    const auto left = (*this)(a), right = (*this)(b);
    for (const auto& range : {unsigned_range(w), signed_range(w)})
      if (known_within(left, range) && known_within(right, range))
        return within(left, range).term == within(right, range).term;
    return within(left, signed_range(w)).term == within(right, signed_range(w)).term;
  }

  z3::expr truth(const z3::expr& e) {
    switch (e.decl().decl_kind()) {
      case Z3_OP_ULEQ: return compare(e, false, [](auto& a, auto& b) { return a <= b; });
      case Z3_OP_ULT: return compare(e, false, [](auto& a, auto& b) { return a < b; });
      case Z3_OP_UGEQ: return compare(e, false, [](auto& a, auto& b) { return a >= b; });
      case Z3_OP_UGT: return compare(e, false, [](auto& a, auto& b) { return a > b; });
      case Z3_OP_SLEQ: return compare(e, true, [](auto& a, auto& b) { return a <= b; });
      case Z3_OP_SLT: return compare(e, true, [](auto& a, auto& b) { return a < b; });
      case Z3_OP_SGEQ: return compare(e, true, [](auto& a, auto& b) { return a >= b; });
      case Z3_OP_SGT: return compare(e, true, [](auto& a, auto& b) { return a > b; });
      case Z3_OP_EQ: return equal(e.arg(0), e.arg(1));
      case Z3_OP_DISTINCT:
        if (e.num_args() != 2) throw NotLifted();
        return !equal(e.arg(0), e.arg(1));
      case Z3_OP_FPA_LT: return less(ordinal(e.arg(0)), ordinal(e.arg(1)));
      case Z3_OP_FPA_GT: return less(ordinal(e.arg(1)), ordinal(e.arg(0)));
      case Z3_OP_FPA_LE: return less_or_equal(ordinal(e.arg(0)), ordinal(e.arg(1)));
      case Z3_OP_FPA_GE: return less_or_equal(ordinal(e.arg(1)), ordinal(e.arg(0)));
      case Z3_OP_FPA_EQ: return op::equal(ordinal(e.arg(0)), ordinal(e.arg(1)));
      case Z3_OP_FPA_IS_NAN: return ordinal(e.arg(0)).nan;
      case Z3_OP_FPA_IS_ZERO: return op::is_zero(ordinal(e.arg(0)));
      case Z3_OP_FPA_IS_NEGATIVE: return is_negative(ordinal(e.arg(0)));
      case Z3_OP_TRUE:
      case Z3_OP_FALSE:
      case Z3_OP_AND:
      case Z3_OP_OR:
      case Z3_OP_NOT:
      case Z3_OP_XOR:
      case Z3_OP_IMPLIES:
      case Z3_OP_ITE: break;
      default: throw NotLifted();
    }
    std::vector<z3::expr> parts;
    for (unsigned i = 0; i < e.num_args(); ++i) parts.push_back((*this)(e.arg(i)).term);
    return with_arguments(e, parts);
  }

  Lifted integer(const z3::expr& e) {
    if (!e.is_bv()) throw NotLifted();
    const auto w = width(e);
    const auto part = [&](unsigned i) { return (*this)(e.arg(i)); };
    switch (e.decl().decl_kind()) {
      case Z3_OP_UNINTERPRETED: return constant(e);
      case Z3_OP_BNUM: return numeral(static_cast<Wide>(e.get_numeral_uint64()), w);
      case Z3_OP_BADD: return fold(e, [](auto& a, auto& b) { return Lifted{a.term + b.term, a.bounds + b.bounds}; });
      case Z3_OP_BMUL: return fold(e, [](auto& a, auto& b) { return Lifted{a.term * b.term, a.bounds * b.bounds}; });
      case Z3_OP_BSUB: return fold(e, [](auto& a, auto& b) { return Lifted{a.term - b.term, a.bounds - b.bounds}; });
      case Z3_OP_BNEG: return {-part(0).term, Interval{0, 0} - part(0).bounds};
      case Z3_OP_BUREM:
      case Z3_OP_BUREM_I: return remainder(as_unsigned(e.arg(0)), as_unsigned(e.arg(1)));
      case Z3_OP_BSREM:
      case Z3_OP_BSREM_I: return remainder(as_signed(e.arg(0)), as_signed(e.arg(1)));
      case Z3_OP_BUDIV:
      case Z3_OP_BUDIV_I: return quotient(as_unsigned(e.arg(0)), as_unsigned(e.arg(1)));
      case Z3_OP_BSDIV:
      case Z3_OP_BSDIV_I: return quotient(as_signed(e.arg(0)), as_signed(e.arg(1)));
      case Z3_OP_ZERO_EXT: return as_unsigned(e.arg(0));
      case Z3_OP_SIGN_EXT: return as_signed(e.arg(0));
      case Z3_OP_CONCAT:
        if (e.num_args() != 2 || !is_zero(e.arg(0))) throw NotLifted();
        return as_unsigned(e.arg(1));
      case Z3_OP_EXTRACT:
        if (e.lo() != 0) throw NotLifted();
        return part(0);
      case Z3_OP_ITE: return {z3::ite(part(0).term, part(1).term, part(2).term), hull(part(1).bounds, part(2).bounds)};
      default: throw NotLifted();
    }
  }

  static bool is_zero(const z3::expr& e) { return e.is_numeral() && e.get_numeral_uint64() == 0; }

  FloatOrdinal ordinal(const z3::expr& e) {
    if (const auto known = ordinals_.find(e.id()); known != ordinals_.end()) return known->second.second;
    const auto found = find_ordinal(e);
    ordinals_.emplace(e.id(), std::pair(e, found));
    return found;
  }
  FloatOrdinal find_ordinal(const z3::expr& e) {
    switch (e.decl().decl_kind()) {
      case Z3_OP_FPA_NUM:
      case Z3_OP_FPA_PLUS_INF:
      case Z3_OP_FPA_MINUS_INF:
      case Z3_OP_FPA_NAN:
      case Z3_OP_FPA_PLUS_ZERO:
      case Z3_OP_FPA_MINUS_ZERO: return ordinal_of(e);
      case Z3_OP_UNINTERPRETED:
        if (e.num_args() != 0) throw NotLifted();
        return any_ordinal(e, facts_);
      case Z3_OP_ITE: return choose((*this)(e.arg(0)).term, ordinal(e.arg(1)), ordinal(e.arg(2)));
      case Z3_OP_FPA_NEG: return negated(ordinal(e.arg(0)));
      default: throw NotLifted();
    }
  }

  Lifted constant(const z3::expr& e) {
    const auto at = bounds_.find(e.id());
    if (at == bounds_.end() || e.num_args() != 0) throw NotLifted();
    const auto value = context_.int_const(("int " + e.decl().name().str()).c_str());
    facts_.push_back(number(at->second.low) <= value && value <= number(at->second.high));
    return {value, at->second};
  }

  /// Negative where its highest bit is set.
  Lifted numeral(Wide value, unsigned w) {
    if (value > signed_range(w).high) value -= Wide{1} << w;
    return {number(value), {value, value}};
  }

  template <class F>
  Lifted fold(const z3::expr& e, F combine) {
    auto all = (*this)(e.arg(0));
    for (unsigned i = 1; i < e.num_args(); ++i) all = combine(all, (*this)(e.arg(i)));
    return all;
  }

  /// C, SMT-LIB's bit-vectors and its integers think alike of such numbers only: not negative, and divided by more
  /// than 0.
  static void require_positive(const Lifted& a, const Lifted& b) {
    if (!a.bounds.bounded || !b.bounds.bounded || a.bounds.low < 0 || b.bounds.low < 1) throw NotLifted();
  }
  Lifted quotient(const Lifted& a, const Lifted& b) {
    require_positive(a, b);
    return {a.term / b.term, {a.bounds.low / b.bounds.high, a.bounds.high / b.bounds.low}};
  }
  Lifted remainder(const Lifted& a, const Lifted& b) {
    require_positive(a, b);
    const auto inner = expand_polynomials(without_remainders(a.term, b.term));
    return {z3::mod(inner, b.term), {0, std::min(a.bounds.high, b.bounds.high - 1)}};
  }

  /// Congruent modulo m: (x mod m) · y + z becomes x · y + z.
  static z3::expr without_remainders(const z3::expr& e, const z3::expr& m) {
    switch (e.decl().decl_kind()) {
      case Z3_OP_MOD: return z3::eq(e.arg(1), m) ? without_remainders(e.arg(0), m) : e;
      case Z3_OP_ADD:
      case Z3_OP_SUB:
      case Z3_OP_UMINUS:
      case Z3_OP_MUL: break;
      default: return e;
    }
    std::vector<z3::expr> parts;
    for (unsigned i = 0; i < e.num_args(); ++i) parts.push_back(without_remainders(e.arg(i), m));
    return with_arguments(e, parts);
  }

  z3::context& context_;
  std::unordered_map<unsigned, Interval> bounds_;
  z3::expr_vector obligations_, facts_;
  std::unordered_map<unsigned, std::pair<z3::expr, Lifted>> known_;
  std::unordered_map<unsigned, std::pair<z3::expr, FloatOrdinal>> ordinals_;
};

void flatten(const z3::expr& claim, std::vector<z3::expr>& conjuncts) {
  if (!claim.is_and()) return conjuncts.push_back(claim);
  for (unsigned i = 0; i < claim.num_args(); ++i) flatten(claim.arg(i), conjuncts);
}

}  // namespace

std::optional<z3::expr_vector> lift_to_integers(const Question& question, const std::vector<Constant>& leaves) {
  auto& context = question.claim.ctx();
  const auto bounds = bounds_of(question.assumptions, leaves);
  z3::expr_vector claims(context);
  Lift lift(context, bounds);
  try {
    const auto claim = lift(question.claim).term;
    claims.push_back(!(claim && all_of(lift.obligations())));
  } catch (const NotLifted&) {
    return {};
  }
  for (const auto& f : lift.facts()) claims.push_back(f);
  std::vector<z3::expr> conjuncts;
  for (const auto& a : question.assumptions) flatten(a, conjuncts);
  for (const auto& c : conjuncts) {
    Lift alone(context, bounds);
    try {
      const auto lifted = alone(c).term;
      if (!alone.obligations().empty()) continue;
      claims.push_back(lifted);
      for (const auto& f : alone.facts()) claims.push_back(f);
    } catch (const NotLifted&) {  // an assumption less makes no claim truer
    }
  }
  return claims;
}

}  // namespace tutti::op
