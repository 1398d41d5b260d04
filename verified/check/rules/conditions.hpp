// What the obligations are written in.
#pragma once
#include "verified/schedule/program.hpp"

namespace tutti::rules {

using E = Expression;
using C = Condition;

/// One of the free numbers of a claim.
inline E variable(const char* name) { return E::variable(name); }

/// Where `a` holds, b() does; elsewhere b() need not have a value.
template <class B>
C implies(const C& a, B b) {
  return !and_then(a, [&] { return !b(); });
}

/// first <= n < first + count
inline C within(const E& n, const E& first, const E& count) { return first <= n && n < first + count; }

/// It is one of so many numbers, from 0 on.
inline C is_index(const E& i, const E& count) { return E(0) <= i && i < count; }
inline C is_rank(const E& r) { return is_index(r, variable("p")); }
inline C is_seat(const Ranks& g, const E& v) { return is_index(v, g.p); }

}  // namespace tutti::rules
