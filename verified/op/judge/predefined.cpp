#include "verified/op/judge/predefined.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/predefined_types.hpp"
#include "verified/op/judge/real.hpp"
#include "verified/op/prove/summary.hpp"

namespace tutti::op {
namespace {

template <class T>
std::string c_text(std::type_identity<T>) {
  if constexpr (std::is_integral_v<T>)
    return fmt::format("{}int{}_t", std::is_signed_v<T> ? "" : "u", 8 * sizeof(T));
  else if constexpr (std::is_same_v<T, float>)
    return "float";
  else if constexpr (std::is_same_v<T, double>)
    return "double";
  else if constexpr (std::is_same_v<T, long double>)
    return "long double";
  else
    return "unsigned char";  // of MPI_C_BOOL and MPI_BYTE, every value of which may be read
}
template <class Part>
std::string c_text(std::type_identity<Complex<Part>>) {
  return c_text(std::type_identity<Part>{}) + " _Complex";
}
template <class Value>
std::string c_text(std::type_identity<Pair<Value>>) {
  return fmt::format("struct{{{} value; int index;}}", c_text(std::type_identity<Value>{}));
}

/// What stands for T over the real numbers.
template <class T>
struct OverReals {
  using type = std::conditional_t<std::is_floating_point_v<T>, smt::Real, T>;
};
template <class Part>
struct OverReals<Complex<Part>> {
  using type = Complex<smt::Real>;
};
template <class Value>
struct OverReals<Pair<Value>> {
  using type = Pair<typename OverReals<Value>::type>;
};

template <class T>
smt::Symbolic<T> from_leaves(const Element& leaves, std::type_identity<T>) {
  return smt::Symbolic<T>(leaves[0]);
}
template <class Part>
Complex<smt::Symbolic<Part>> from_leaves(const Element& leaves, std::type_identity<Complex<Part>>) {
  return {smt::Symbolic<Part>(leaves[0]), smt::Symbolic<Part>(leaves[1])};
}
template <class Value>
Pair<smt::Symbolic<Value>> from_leaves(const Element& leaves, std::type_identity<Pair<Value>>) {
  return {smt::Symbolic<Value>(leaves[0]), smt::Symbolic<int>(leaves[1])};
}

template <class T>
Element to_leaves(const smt::Symbolic<T>& x) {
  return {x.value};
}
template <class Part>
Element to_leaves(const Complex<Part>& x) {
  return {x.real.value, x.imaginary.value};
}
template <class Value>
Element to_leaves(const Pair<Value>& x) {
  return {x.value.value, x.index.value};
}

template <Op op, class T>
void combine_all(void* invec, void* inoutvec, int* len, void*) {
  const auto* in = static_cast<const T*>(invec);
  auto* inout = static_cast<T*>(inoutvec);
  for (int i = 0; i < *len; ++i) inout[i] = combine<op>(in[i], inout[i]);
}

using Combine = Element (*)(const Element&, const Element&, Floats);

template <Op op, class T>
Element combine_leaves(const Element& x, const Element& y, Floats floats) {
  const auto over = [&](auto type) { return to_leaves(combine<op>(from_leaves(x, type), from_leaves(y, type))); };
  if (floats == Floats::real) return over(std::type_identity<typename OverReals<T>::type>{});
  return over(std::type_identity<T>{});
}

Summary call(Combine combine, const Type& type, z3::context& context, int len, Floats floats) {
  Summary s{.len = len, .floats = floats, .in = {}, .inout = {}, .result = {}, .faults = {}, .assumed = {}};
  for (int i = 0; i < len; ++i) {
    s.in.push_back(constants(context, type, floats, "in", i));
    s.inout.push_back(constants(context, type, floats, "inout", i));
    s.result.push_back(combine(s.in.back(), s.inout.back(), floats));
  }
  return s;
}

template <class Result, class F>
Result visit_allowed(Op op, tutti::Type datatype, F f) {
  if (!allowed(op, datatype))
    throw InputError(fmt::format("{} does not take {} (MPI-4.0, 6.9.2 and 6.9.4); choose another --type",
                                 row(op).mpi_name, row(datatype).mpi_name));
  return visit<Result>(op, datatype, f);
}

}  // namespace

std::optional<Op> predefined_op(std::string_view name) {
  const auto found = std::ranges::find(ops, name, &OpRow::mpi_name);
  return found == ops.end() ? std::nullopt : std::optional(found->id);
}

std::optional<tutti::Type> predefined_datatype(std::string_view name) { return type_named(name); }

std::vector<PredefinedDatatype> predefined_datatypes() {
  std::vector<PredefinedDatatype> all;
  for (const auto& t : types) all.push_back({t.mpi_name, t.id});
  for (const auto& t : foreign_types)
    if (t.is_constant()) all.push_back({t.mpi_name, t.as});
  return all;
}

std::optional<PredefinedDatatype> predefined_datatype_of_any_language(std::string_view name) {
  if (const auto type = type_named(name)) return PredefinedDatatype{row(*type).mpi_name, *type};
  const auto* foreign = foreign_type_named(name);
  return foreign && foreign->is_constant() ? std::optional(PredefinedDatatype{foreign->mpi_name, foreign->as})
                                           : std::nullopt;
}

Type element_type(tutti::Type datatype) {
  return parse_type(visit(datatype, []<class T>(std::type_identity<T> type) { return c_text(type); }));
}

Function predefined_function(Op op, tutti::Type datatype) {
  auto* function = visit_allowed<UserFunction*>(op, datatype, []<Op o, class T>() { return &combine_all<o, T>; });
  return Function::of(function, std::string(row(op).mpi_name));
}

Symbolic predefined_terms(Op op, tutti::Type datatype) {
  const auto combine = visit_allowed<Combine>(op, datatype, []<Op o, class T>() { return &combine_leaves<o, T>; });
  const auto type = element_type(datatype);
  return {
      .type = type,
      .call = [=](z3::context& context, int len, Floats floats) { return call(combine, type, context, len, floats); },
      .canonical = true};
}

}  // namespace tutti::op
