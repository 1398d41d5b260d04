#include "verified/op/prove/summary.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace tutti::op {

std::string name_of_leaf(const char* vector, int element, const Leaf& leaf) {
  return vector + std::to_string(element) + leaf.path;
}

z3::sort sort_of(z3::context& context, Scalar scalar, Floats floats) {
  if (is_floating(scalar) && floats == Floats::real) return context.real_sort();
  switch (scalar) {
    case Scalar::boolean:
    case Scalar::i8:
    case Scalar::u8: return context.bv_sort(8);
    case Scalar::i16:
    case Scalar::u16: return context.bv_sort(16);
    case Scalar::i32:
    case Scalar::u32: return context.bv_sort(32);
    case Scalar::i64:
    case Scalar::u64: return context.bv_sort(64);
    case Scalar::f32: return context.fpa_sort(8, 24);
    case Scalar::f64: return context.fpa_sort(11, 53);
    case Scalar::f80: break;
  }
  return context.fpa_sort(15, 64);
}

Element constants(z3::context& context, const Type& type, Floats floats, const char* vector, int element) {
  Element result;
  for (const Leaf& leaf : type.leaves) {
    const std::string name = name_of_leaf(vector, element, leaf);
    result.push_back(context.constant(name.c_str(), sort_of(context, leaf.scalar, floats)));
  }
  return result;
}

Element apply(const Summary& one, const Element& x, const Element& y) {
  z3::context& context = one.in[0][0].ctx();
  z3::expr_vector from(context), to(context);
  for (std::size_t i = 0; i < x.size(); ++i) {
    from.push_back(one.in[0][i]);
    to.push_back(x[i]);
    from.push_back(one.inout[0][i]);
    to.push_back(y[i]);
  }
  Element result;
  for (z3::expr term : one.result[0]) result.push_back(term.substitute(from, to));
  return result;
}

Summary translated(const Summary& summary, z3::context& to) {
  const auto term = [&](const z3::expr& e) { return z3::expr(to, Z3_translate(e.ctx(), e, to)); };
  const auto each = [&](std::vector<z3::expr> terms) {
    for (auto& t : terms) t = term(t);
    return terms;
  };
  Summary result = summary;
  for (auto* vector : {&result.in, &result.inout, &result.result})
    for (auto& element : *vector) element = each(element);
  for (auto& fault : result.faults) fault.when = term(fault.when);
  result.assumed = each(result.assumed);
  return result;
}

Call once(Call call) {
  struct Executed {
    explicit Executed(Call given) : call(std::move(given)) {}
    Call call;
    std::mutex mutex = {};
    z3::context context = {};
    std::map<std::pair<int, Floats>, std::optional<std::variant<Summary, Unsupported>>> kept = {};
  };
  const auto executed = std::make_shared<Executed>(std::move(call));
  return [executed](z3::context& to, int len, Floats floats) -> std::variant<Summary, Unsupported> {
    const std::lock_guard lock(executed->mutex);
    auto& kept = executed->kept[{len, floats}];
    if (!kept) kept.emplace(executed->call(executed->context, len, floats));
    if (const auto* summary = std::get_if<Summary>(&*kept)) return translated(*summary, to);
    return *kept;
  };
}

}  // namespace tutti::op
