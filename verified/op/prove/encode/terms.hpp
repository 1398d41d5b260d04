// Walks over terms, in which equal parts are shared.
#pragma once
#include <z3++.h>

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tutti::op {

/// Rebuilds terms from the leaves up: `step(term, arguments)` gives the new term of a term whose arguments are rebuilt
/// already. Each shared part is rebuilt once.
template <class Step>
class Rebuild {
 public:
  explicit Rebuild(Step step) : step_(std::move(step)) {}

  z3::expr operator()(const z3::expr& term) {
    if (const auto known = known_.find(term.id()); known != known_.end()) return known->second.second;
    std::vector<z3::expr> arguments;
    for (unsigned i = 0; i < term.num_args(); ++i) arguments.push_back((*this)(term.arg(i)));
    const auto rebuilt = step_(term, arguments);
    known_.emplace(term.id(), std::pair(term, rebuilt));  // which keeps the term alive, and so its number its own
    return rebuilt;
  }

 private:
  Step step_;
  std::unordered_map<unsigned, std::pair<z3::expr, z3::expr>> known_;
};

inline z3::expr with_arguments(const z3::expr& term, const std::vector<z3::expr>& arguments) {
  if (arguments.empty()) return term;
  z3::expr_vector all(term.ctx());
  for (const auto& a : arguments) all.push_back(a);
  return term.decl()(all);
}

/// Shared parts once.
inline std::size_t count_nodes(const z3::expr& term) {
  std::unordered_set<unsigned> seen;
  const auto visit = [&](const z3::expr& part, const auto& self) -> void {
    if (!seen.insert(part.id()).second) return;
    for (unsigned i = 0; i < part.num_args(); ++i) self(part.arg(i), self);
  };
  visit(term, visit);
  return seen.size();
}

inline z3::expr all_of(const z3::expr_vector& claims) {
  return claims.empty() ? claims.ctx().bool_val(true) : z3::mk_and(claims);
}
inline z3::expr any_of(const z3::expr_vector& claims) {
  return claims.empty() ? claims.ctx().bool_val(false) : z3::mk_or(claims);
}

}  // namespace tutti::op
