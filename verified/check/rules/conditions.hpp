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

inline C is_rank(const E& r) { return E(0) <= r && r < variable("p"); }
inline C is_seat(const Ranks<E>& g, const E& v) { return E(0) <= v && v < g.p; }

}  // namespace tutti::rules
