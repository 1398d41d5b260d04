#include "verified/op/ir/math.hpp"

#include <algorithm>
#include <array>

#include "verified/op/ir/floating.hpp"
#include "verified/op/ir/integer.hpp"

namespace tutti::op::ir {

namespace {

using Arguments = std::span<const Value>;

/// Multiplication of C11's annex G: (a + bi)(c + di), where infinities survive.
struct ComplexProduct {
  using Numbers = std::array<z3::expr, 4>;  // a, b, c, d

  static z3::expr real(const Numbers& n) {
    return floating::subtract(floating::multiply(n[0], n[2]), floating::multiply(n[1], n[3]));
  }
  static z3::expr imaginary(const Numbers& n) {
    return floating::add(floating::multiply(n[0], n[3]), floating::multiply(n[1], n[2]));
  }
  static z3::expr with_sign_of(const z3::expr& size, const z3::expr& sign) {
    return choose(floating::is_negative(sign), floating::negate(size), size);
  }

  /// What becomes of the factor at `at` when it is infinite: its parts are ±1 or ±0, the other one's NaNs are ±0.
  static Numbers boxed(const Numbers& n, std::size_t at) {
    const z3::sort sort = n[0].get_sort();
    const z3::expr zero = floating::literal(sort, 0), one = floating::literal(sort, 1);
    const z3::expr infinite = either(floating::is_infinite(n[at]), floating::is_infinite(n[at + 1]));
    Numbers result = n;
    for (std::size_t i = 0; i < 4; ++i) {
      const bool in_factor = i / 2 == at / 2;
      const z3::expr size = in_factor ? choose(floating::is_infinite(n[i]), one, zero) : zero;
      const z3::expr replaced = with_sign_of(size, n[i]);
      result[i] = choose(in_factor ? infinite : both(infinite, floating::is_nan(n[i])), replaced, n[i]);
    }
    return result;
  }

  std::pair<z3::expr, z3::expr> operator()(const Numbers& n) const {
    const z3::sort sort = n[0].get_sort();
    const z3::expr zero = floating::literal(sort, 0);
    const z3::expr infinity = floating::divide(floating::literal(sort, 1), zero);
    const z3::expr plain_real = real(n), plain_imaginary = imaginary(n);
    z3::expr infinite = truth(sort.ctx(), false), overflow = infinite;
    for (const z3::expr& x : n) infinite = either(infinite, floating::is_infinite(x));
    for (const auto& [i, j] : {std::pair(0, 2), {1, 3}, {0, 3}, {1, 2}}) {
      overflow = either(overflow, floating::is_infinite(floating::multiply(n[i], n[j])));
    }
    Numbers again = boxed(boxed(n, 0), 2);
    for (std::size_t i = 0; i < 4; ++i) {
      const z3::expr cleared = choose(floating::is_nan(n[i]), with_sign_of(zero, n[i]), n[i]);
      again[i] = choose(infinite, again[i], cleared);
    }
    const z3::expr both_nan = both(floating::is_nan(plain_real), floating::is_nan(plain_imaginary));
    const z3::expr recompute = both(both_nan, either(infinite, overflow));
    return {choose(recompute, floating::multiply(infinity, real(again)), plain_real),
            choose(recompute, floating::multiply(infinity, imaginary(again)), plain_imaginary)};
  }
};

Value complex_product(Arguments a) {
  const auto [re, im] = ComplexProduct{}({*a[0].term, *a[1].term, *a[2].term, *a[3].term});
  Value result;
  for (const z3::expr& part : {re, im}) result.parts.push_back(with_doubts_of(number(part), a));
  return result;
}

Value absolute(Machine& machine, const Value& a) {
  const z3::expr zero = integer::zero_like(*a.term);
  const z3::expr opposite = integer::compute(integer::Operation::subtract, true, zero, *a.term);
  const z3::expr overflow = integer::overflows(integer::Operation::subtract, true, zero, *a.term);
  machine.undefined(overflow, a.opaque, "signed overflow of an absolute value");
  return with_doubts_of(number(choose(integer::less(true, *a.term, zero), opposite, *a.term)), {&a, 1});
}

/// A function of floats of one format, with as many arguments.
struct MathFunction {
  const char* name;
  std::size_t arguments;
  Value (*compute)(Machine&, Arguments);  ///< null where uninterpreted
};

Value known(const z3::expr& term, Arguments a) { return with_doubts_of(number(term), a); }

template <floating::Rounding rounding>
Value rounded(Machine&, Arguments a) {
  return known(floating::round(*a[0].term, rounding), a);
}

Value least(Machine&, Arguments a) { return floating::minimum(a[0], a[1]); }
Value greatest(Machine&, Arguments a) { return floating::maximum(a[0], a[1]); }

constexpr MathFunction functions[] = {
    {"fabs", 1, [](Machine&, Arguments a) { return known(floating::absolute(*a[0].term), a); }},
    {"sqrt", 1, [](Machine& machine, Arguments a) { return floating::square_root(machine, a[0]); }},
    {"floor", 1, rounded<floating::Rounding::down>},
    {"ceil", 1, rounded<floating::Rounding::up>},
    {"trunc", 1, rounded<floating::Rounding::to_zero>},
    {"rint", 1, rounded<floating::Rounding::ties_even>},
    {"nearbyint", 1, rounded<floating::Rounding::ties_even>},
    {"roundeven", 1, rounded<floating::Rounding::ties_even>},
    {"round", 1, rounded<floating::Rounding::ties_away>},
    {"fmin", 2, least},
    {"minnum", 2, least},
    {"fmax", 2, greatest},
    {"maxnum", 2, greatest},
    {"copysign", 2, [](Machine&, Arguments a) { return floating::copy_sign(a[0], a[1]); }},
    {"fma", 3, [](Machine&, Arguments a) { return known(floating::fused(*a[0].term, *a[1].term, *a[2].term), a); }},
    {"exp", 1, nullptr},
    {"exp2", 1, nullptr},
    {"expm1", 1, nullptr},
    {"log", 1, nullptr},
    {"log2", 1, nullptr},
    {"log10", 1, nullptr},
    {"log1p", 1, nullptr},
    {"sin", 1, nullptr},
    {"cos", 1, nullptr},
    {"tan", 1, nullptr},
    {"asin", 1, nullptr},
    {"acos", 1, nullptr},
    {"atan", 1, nullptr},
    {"sinh", 1, nullptr},
    {"cosh", 1, nullptr},
    {"tanh", 1, nullptr},
    {"asinh", 1, nullptr},
    {"acosh", 1, nullptr},
    {"atanh", 1, nullptr},
    {"cbrt", 1, nullptr},
    {"erf", 1, nullptr},
    {"erfc", 1, nullptr},
    {"cabs", 2, nullptr},  // of the parts
    {"pow", 2, nullptr},
    {"atan2", 2, nullptr},
    {"hypot", 2, nullptr},
    {"fmod", 2, nullptr},
    {"remainder", 2, nullptr},
};

/// "sqrt" of sqrtf for float and of sqrtl for long double; empty where the suffix does not fit to the type.
std::string without_suffix(const llvm::Function& function, std::string name) {
  llvm::Type* type = function.getReturnType();
  if (function.isIntrinsic() || type->isDoubleTy()) return name;
  const char suffix = type->isFloatTy() ? 'f' : 'l';
  if (name.empty() || name.back() != suffix) return "";
  name.pop_back();
  return name;
}

const MathFunction* find(const llvm::Function& function, const std::string& name) {
  llvm::Type* type = function.getReturnType();
  if (!type->isFloatTy() && !type->isDoubleTy() && !type->isX86_FP80Ty()) return nullptr;
  for (const llvm::Argument& argument : function.args()) {
    if (argument.getType() != type) return nullptr;
  }
  const std::string plain = without_suffix(function, name);
  const auto* found = std::find_if(std::begin(functions), std::end(functions), [&](const MathFunction& f) {
    return f.name == plain && f.arguments == function.arg_size();
  });
  return found == std::end(functions) ? nullptr : found;
}

bool is_complex_product(const llvm::Function& function, const std::string& name) {
  llvm::Type* type = function.getReturnType();  // <2 x float> of __mulsc3
  const bool of_format = name == "__mulsc3" || name == "__muldc3" || name == "__mulxc3";
  return of_format && function.arg_size() == 4 && (type->isStructTy() || type->isVectorTy());
}

bool is_integer_abs(const std::string& name) { return name == "abs" || name == "labs" || name == "llabs"; }

}  // namespace

std::optional<Value> call_math(Machine& machine, const llvm::CallBase& call, const std::string& name,
                               Arguments arguments) {
  const llvm::Function& function = *call.getCalledFunction();
  if (is_integer_abs(name) && arguments.size() == 1) return absolute(machine, arguments[0]);
  if (is_complex_product(function, name)) return complex_product(arguments);
  const MathFunction* known = find(function, name);
  if (!known) return {};
  if (known->compute) return known->compute(machine, arguments);
  return floating::uninterpreted(machine, name, {arguments.begin(), arguments.end()}, arguments[0].term->get_sort());
}

bool is_math(const llvm::Function& function) {
  const std::string name = function.getName().str();
  return function.isDeclaration() &&
         (is_integer_abs(name) || is_complex_product(function, name) || find(function, name) != nullptr);
}

}  // namespace tutti::op::ir
