#include "verified/op/prove/laws/calls.hpp"

#include "verified/op/prove/encode/meaning.hpp"

namespace tutti::op {
namespace {

template <class T>
T value_or_throw(std::variant<T, Unsupported> found) {
  if (const auto* unsupported = std::get_if<Unsupported>(&found)) throw *unsupported;
  return std::get<T>(std::move(found));
}

}  // namespace

Summary summary_of(const Call& call, z3::context& context, int len, Floats floats) {
  return value_or_throw(call(context, len, floats));
}

z3::expr pre_of(const Symbolic& symbolic, const Element& element, Floats floats) {
  if (!symbolic.pre) return element.at(0).ctx().bool_val(true);
  const auto pre = value_or_throw(symbolic.pre(element, floats));
  return floats == Floats::real ? is_defined(pre) && pre : pre;
}

z3::expr is_ordinary(const Element& element) {
  auto& context = element.at(0).ctx();
  auto all = context.bool_val(true);
  for (const auto& leaf : element) {
    if (!leaf.is_fpa()) continue;
    const auto is = [&](Z3_ast (*test)(Z3_context, Z3_ast)) { return z3::expr(context, test(context, leaf)); };
    all = all && !is(Z3_mk_fpa_is_nan) && !(is(Z3_mk_fpa_is_zero) && is(Z3_mk_fpa_is_negative));
  }
  return all;
}

Calls::Calls(const Symbolic& symbolic, Summary one, Domain domain)
    : symbolic_(symbolic), one_(std::move(one)), domain_(domain), assumptions_(one_.result.at(0).at(0).ctx()) {}

Element Calls::operand(const char* name) {
  auto element = constants(assumptions_.ctx(), symbolic_.type, one_.floats, name, 0);
  for (std::size_t i = 0; i < element.size(); ++i)
    if (symbolic_.type.leaves[i].scalar == Scalar::boolean) assumptions_.push_back(z3::ule(element[i], 1));
  if (symbolic_.pre) assumptions_.push_back(pre_of(symbolic_, element, one_.floats));
  assume_in_domain(element);
  return element;
}

Element Calls::operator()(const Element& x, const Element& y) {
  for (const auto& a : one_.assumed) assumptions_.push_back(with_operands(a, x, y));
  for (const auto& f : one_.faults) {
    const auto when = with_operands(f.when, x, y);
    if (leaves_result(f)) continue;
    if (!is_modelled(f))
      unmodelled_.push_back({f.kind, when, f.where, f.what});
    else
      assumptions_.push_back(!when);
  }
  Element result;
  for (const auto& leaf : one_.result.at(0)) result.push_back(with_operands(leaf, x, y));
  assume_in_domain(result);
  return result;
}

z3::expr Calls::with_operands(const z3::expr& term, const Element& x, const Element& y) const {
  z3::expr_vector from(term.ctx()), to(term.ctx());
  for (std::size_t i = 0; i < x.size(); ++i) {
    from.push_back(one_.in.at(0)[i]);
    to.push_back(x[i]);
    from.push_back(one_.inout.at(0)[i]);
    to.push_back(y[i]);
  }
  return z3::expr(term).substitute(from, to);
}

void Calls::assume_in_domain(const Element& element) {
  if (domain_ == Domain::ieee_ordinary) assumptions_.push_back(is_ordinary(element));
  for (const auto& leaf : element) {
    if (domain_ == Domain::real)
      if (const auto defined = is_defined(leaf); !defined.is_true()) assumptions_.push_back(defined);
  }
}

}  // namespace tutti::op
