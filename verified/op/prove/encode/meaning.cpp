#include "verified/op/prove/encode/meaning.hpp"

#include <algorithm>

#include "verified/op/prove/encode/terms.hpp"

namespace tutti::op {

namespace {

/// A conjunction has a value where all parts have one, and where a false one makes the others not matter; a
/// disjunction likewise.
z3::expr junction_is_defined(const z3::expr& junction, const z3::expr& all_defined) {
  z3::expr_vector decided(junction.ctx());
  decided.push_back(all_defined);
  for (unsigned i = 0; i < junction.num_args(); ++i) {
    const auto part = junction.arg(i);
    decided.push_back(is_defined(part) && (junction.is_and() ? !part : part));
  }
  return any_of(decided);
}

}  // namespace

z3::expr is_defined(const z3::expr& term) {
  auto& context = term.ctx();
  return Rebuild([&](const z3::expr& of, const std::vector<z3::expr>& defined) {
           if (of.is_ite()) return defined[0] && z3::ite(of.arg(0), defined[1], defined[2]);
           z3::expr_vector all(context);
           for (const auto& d : defined)
             if (!d.is_true()) all.push_back(d);
           if (of.decl().decl_kind() == Z3_OP_DIV) all.push_back(of.arg(1) != context.real_val(0));
           if ((of.is_and() || of.is_or()) && !all.empty()) return junction_is_defined(of, all_of(all));
           return all_of(all);
         })(term)
      .simplify();
}

z3::expr with_free_products(const z3::expr& term) {
  return Rebuild([&](const z3::expr& of, const std::vector<z3::expr>& arguments) {
    switch (of.decl().decl_kind()) {
      case Z3_OP_FPA_MUL:
      case Z3_OP_FPA_DIV:
      case Z3_OP_FPA_FMA:
      case Z3_OP_FPA_SQRT: return z3::expr(of.ctx(), Z3_mk_fresh_const(of.ctx(), "free", of.get_sort()));
      default: return with_arguments(of, arguments);
    }
  })(term);
}

std::vector<std::string> uninterpreted(const z3::expr& term) {
  std::vector<std::string> names;
  Rebuild([&](const z3::expr& of, const std::vector<z3::expr>&) {
    if (of.num_args() > 0 && of.decl().decl_kind() == Z3_OP_UNINTERPRETED) names.push_back(of.decl().name().str());
    return of;
  })(term);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace tutti::op
