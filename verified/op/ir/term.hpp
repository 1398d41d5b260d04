// Z3 terms that fold where their arguments are literals, so that what is concrete needs no solver.
#pragma once
#include <z3++.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace tutti::op::ir {

bool is_literal(const z3::expr& term);
/// The value of a bit-vector literal of at most 64 bits, sign-extended.
std::optional<std::int64_t> literal_value(const z3::expr& bits);

/// The same term, simplified where all its arguments are literals, or all but one that chooses between a few literals.
z3::expr fold(const z3::expr& term);

z3::expr truth(z3::context& context, bool value);
z3::expr negate(const z3::expr& a);
z3::expr both(const z3::expr& a, const z3::expr& b);
z3::expr either(const z3::expr& a, const z3::expr& b);
z3::expr all(z3::context& context, const std::vector<z3::expr>& conditions);
/// `when` ? a : b.
z3::expr choose(const z3::expr& when, const z3::expr& a, const z3::expr& b);
/// a and b are the same value (of floats: the same but for the bits of NaNs).
z3::expr same(const z3::expr& a, const z3::expr& b);

/// Bits high to low of a bit-vector.
z3::expr slice(const z3::expr& bits, unsigned high, unsigned low);
/// The bits of a float of 32 or 64 bits; those of a NaN are arbitrary.
z3::expr bits_of_float(const z3::expr& number);
z3::expr float_of_bits(const z3::expr& bits, const z3::sort& sort);

/// A Boolean that is mostly never true: absent then.
using Condition = std::optional<z3::expr>;
Condition either(const Condition& a, const Condition& b);
Condition choose(const z3::expr& when, const Condition& a, const Condition& b);
Condition both(const z3::expr& a, const Condition& b);

}  // namespace tutti::op::ir
