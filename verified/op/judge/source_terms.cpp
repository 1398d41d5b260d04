#include "verified/op/judge/source_terms.hpp"

#include <map>
#include <mutex>

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

/// Executes once for each length and kind of floats, and hands out translations: contexts are used by one thread each.
class Executed {
 public:
  Executed(std::shared_ptr<const Modules> modules, const Module& module, std::string function, Type type)
      : modules_(std::move(modules)), module_(module), function_(std::move(function)), type_(std::move(type)) {}

  std::variant<Summary, Unsupported> operator()(z3::context& to, int len, Floats floats) {
    const std::lock_guard lock(mutex_);
    auto& kept = kept_[{len, floats}];
    if (!kept) kept.emplace(module_.execute(function_, type_, len, floats, context_));
    if (const auto* summary = std::get_if<Summary>(&*kept)) return translated(*summary, to);
    return *kept;
  }

 private:
  std::shared_ptr<const Modules> modules_;
  const Module& module_;
  std::string function_;
  Type type_;
  std::mutex mutex_;
  z3::context context_;
  std::map<std::pair<int, Floats>, std::optional<std::variant<Summary, Unsupported>>> kept_;
};

Call call_of(const std::shared_ptr<const Modules>& modules, const Module& module, const std::string& function,
             const Type& type) {
  const auto executed = std::make_shared<Executed>(modules, module, function, type);
  return [=](z3::context& context, int len, Floats floats) { return (*executed)(context, len, floats); };
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
