// What holds of the numbers of a call of any length, which do not depend on operands: asked of Z3 with a bound on its
// steps, so that what is not clear is not taken to hold.
#include "verified/op/ir/machine.hpp"
#include "verified/op/prove/solve.hpp"

namespace tutti::op::ir {

bool Machine::is_of_numbers(const z3::expr& term) const {
  z3::expr_vector one(terms.context());
  one.push_back(term);
  for (const z3::expr& constant : constants_of(one)) {
    bool found = false;
    for (unsigned i = 0; i < any->numbers.size() && !found; ++i)
      found = z3::eq(constant, any->numbers[static_cast<int>(i)]);
    if (!found) return false;
  }
  return true;
}

namespace {

/// What holds here of the numbers of a call of any length.
z3::solver solver_of_numbers(const Machine& machine) {
  constexpr unsigned steps = 3'000'000;
  z3::solver solver(machine.terms.context(), "QF_BV");
  z3::params parameters(machine.terms.context());
  parameters.set("rlimit", steps);
  solver.set(parameters);
  for (const auto* facts : {&machine.any->given, &machine.any->faultless})
    for (const z3::expr& fact : *facts) solver.add(fact);
  for (const z3::expr& taken : machine.state.path)
    if (machine.is_of_numbers(taken)) solver.add(taken);
  return solver;
}

}  // namespace

bool Machine::holds(const z3::expr& claim) const {
  const z3::expr simple = claim.simplify();
  if (simple.is_true()) return true;
  if (!is_of_numbers(simple)) return false;
  auto solver = solver_of_numbers(*this);
  solver.add(!simple);
  return solver.check() == z3::unsat;
}

namespace {

/// The sum of 64 bits that a sum of 32 would be if none wrapped.
std::optional<z3::expr> linear(const z3::expr& bits) {
  z3::context& context = bits.ctx();
  if (const auto literal = literal_value(bits)) return context.bv_val(*literal, 64);
  if (bits.is_const()) return z3::sext(bits, 32);
  const auto kind = bits.decl().decl_kind();
  if (kind == Z3_OP_EXTRACT) {
    const bool is_low = bits.lo() == 0 && bits.arg(0).get_sort().bv_size() == 64;
    return is_low ? std::optional(bits.arg(0)) : std::nullopt;
  }
  if (kind != Z3_OP_BADD && kind != Z3_OP_BMUL) return {};
  auto result = linear(bits.arg(0));
  for (unsigned i = 1; i < bits.num_args() && result; ++i) {
    const auto next = linear(bits.arg(i));
    if (!next) return {};
    result = kind == Z3_OP_BADD ? *result + *next : *result * *next;
  }
  return result;
}

}  // namespace

z3::expr Machine::widened(const z3::expr& bits, bool is_signed) const {
  const z3::expr plain = is_signed ? z3::sext(bits, 32) : z3::zext(bits, 32);
  if (!any || bits.get_sort().bv_size() != 32 || !is_of_numbers(bits)) return fold(plain);
  const auto wide = linear(bits.simplify());
  return wide && holds(plain == *wide) ? wide->simplify() : fold(plain);
}

std::optional<std::pair<z3::expr, z3::expr>> Machine::divided(const z3::expr& bits, const z3::expr& by) {
  const auto divisor = literal_value(by);
  if (!any || any->probe || !divisor || *divisor <= 1 || is_literal(bits) || !is_of_numbers(bits)) return {};
  const z3::expr zero = terms.bits(0, bits.get_sort().bv_size());
  if (!holds(bits >= zero)) return {};
  for (const auto& [number, known, quotient, rest] : any->divisions)
    if (z3::eq(number, bits) && z3::eq(known, by)) return std::pair(quotient, rest);
  const z3::expr of_sample = z3::expr(bits).substitute(any->numbers, any->samples);
  const auto made = [&](const z3::expr& sample) {
    const z3::expr number = terms.fresh(bits.get_sort());
    any->numbers.push_back(number);
    any->samples.push_back(sample.simplify());
    return number;
  };
  const z3::expr quotient = made(z3::udiv(of_sample, by)), rest = made(z3::urem(of_sample, by));
  // Nothing is said of numbers that are negative on other paths.
  const z3::expr most = z3::udiv(z3::lshr(zero - 1, 1), by).simplify();
  any->given.push_back(z3::implies(
      bits >= zero, quotient >= zero && quotient <= most && rest >= zero && rest < by && quotient * by + rest == bits));
  any->divisions.push_back({bits, by, quotient, rest});
  return std::pair(quotient, rest);
}

bool Machine::are_possible() const { return solver_of_numbers(*this).check() == z3::sat; }

std::optional<std::int64_t> Machine::literal_here(const z3::expr& bits) const {
  const z3::expr simple = bits.simplify();
  if (const auto literal = literal_value(simple)) return literal;
  if (!is_of_numbers(simple)) return {};
  const z3::expr some = z3::expr(simple).substitute(any->numbers, any->samples).simplify();
  auto solver = solver_of_numbers(*this);
  solver.add(simple != some);
  return solver.check() == z3::unsat ? literal_value(some) : std::nullopt;
}

}  // namespace tutti::op::ir
