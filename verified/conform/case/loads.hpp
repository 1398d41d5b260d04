// What a case may carry, by name: operators for reductions, datatypes for movements.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/op.hpp"
#include "spec/predefined_types.hpp"
#include "verified/conform/case/datatype_pairs.hpp"
#include "verified/conform/case/operators.hpp"

namespace tutti::conform {

/// The part of "sum/integer" that names a datatype of another language, or
/// nothing.
inline const ForeignType* foreign_type_of(std::string_view load) {
  const auto slash = load.find('/');
  return foreign_type_named(slash == std::string_view::npos ? load : load.substr(slash + 1));
}

/// What "sum/double" names, of "sum/integer" with the type in C of the
/// elements; nothing where either name is none, or MPI does not define that
/// pair.
inline std::optional<std::pair<Op, Type>> predefined_named(std::string_view load) {
  const auto slash = load.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto op = op_named(load.substr(0, slash));
  const auto type = elements_named(load.substr(slash + 1));
  if (!op || !type) return std::nullopt;
  const auto* foreign = foreign_type_of(load);
  if (foreign ? !allowed(*op, *foreign) : !allowed(*op, *type)) return std::nullopt;
  return std::pair(*op, *type);
}

inline std::string load_of(Op op, Type type) { return std::string(row(op).name) + "/" + std::string(row(type).name); }

/// "sum/double" and every other pair that MPI defines for C's datatypes.
inline std::vector<std::string> predefined_loads() {
  std::vector<std::string> all;
  for (const auto& op : ops)
    for (const auto& type : types)
      if (allowed(op.id, type.id)) all.push_back(load_of(op.id, type.id));
  return all;
}

/// "sum/integer" and every other pair with a datatype of another language.
inline std::vector<std::string> foreign_loads() {
  std::vector<std::string> all;
  for (const auto& op : ops)
    for (const auto& type : foreign_types)
      if (allowed(op.id, type)) all.push_back(std::string(op.name) + "/" + std::string(type.name));
  return all;
}

/// Every load that some case may carry.
inline std::vector<std::string> all_loads() {
  auto all = predefined_loads();
  for (auto& load : foreign_loads()) all.push_back(std::move(load));
  for (const auto& user : user_operators) all.emplace_back(user.name);
  for (const auto& datatypes : datatype_pair_rows) all.emplace_back(datatypes.name);
  for (const auto& type : types) all.emplace_back(type.name);
  for (const auto& type : foreign_types) all.emplace_back(type.name);
  return all;
}

/// The loads whose bracketing can be revealed (reveal.hpp, term.hpp): sums of floating-point numbers, and terms.
inline std::vector<std::string> revealing_loads() {
  std::vector<std::string> all;
  for (const auto& type : types)
    if (type.type_class == TypeClass::floating) all.push_back(load_of(Op::sum, type.id));
  for (const auto& user : user_operators)
    if (user.shows == Shows::bracketing) all.emplace_back(user.name);
  return all;
}

/// Bytes of data in one unit.
inline int bytes_of_load(std::string_view load) {
  if (const auto* user = user_operator_named(load)) return user->bytes();
  if (const auto* datatypes = datatype_pair_row_named(load)) return bytes_of(*datatypes);
  const auto predefined = predefined_named(load);
  const auto type = predefined ? std::optional(predefined->second) : elements_named(load);
  return type ? static_cast<int>(row(*type).size()) : 0;
}

}  // namespace tutti::conform
