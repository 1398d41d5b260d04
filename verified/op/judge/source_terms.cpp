#include "verified/op/judge/source_terms.hpp"

#include "verified/op/prove/summary.hpp"

namespace tutti::op {
namespace {

std::variant<z3::expr, Unsupported> precondition(const Module& module, const Type& type, const Element& element,
                                                 Floats floats) {
  auto& context = element.front().ctx();
  auto truth = module.execute_precondition("tutti_pre", type, floats, context);
  if (auto* over_a = std::get_if<z3::expr>(&truth)) {
    z3::expr_vector from(context), to(context);
    for (const auto& constant : constants(context, type, floats, "a", 0)) from.push_back(constant);
    for (const auto& term : element) to.push_back(term);
    return over_a->substitute(from, to);
  }
  return truth;
}

Call call_of(const std::shared_ptr<const Modules>& modules, const Module& module, const std::string& function,
             const Type& type) {
  return once([=, &module](z3::context& context, int len, Floats floats) {
    static_cast<void>(modules);  // whose module it is
    return module.execute(function, type, len, floats, context);
  });
}

}  // namespace

Symbolic terms_of(const std::shared_ptr<const Modules>& modules, const std::string& function, const Type& type) {
  Symbolic s{.type = type, .call = call_of(modules, modules->op, function, type)};
  if (modules->pre)
    s.pre = [=](const Element& element, Floats floats) { return precondition(*modules->pre, type, element, floats); };
  if (modules->meant) s.meant = call_of(modules, *modules->meant, "tutti_op", type);
  s.canonical = modules->op.canonical_loop(function, type).is;
  return s;
}

}  // namespace tutti::op
