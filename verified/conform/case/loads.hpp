// What a case may carry, by name: operators for reductions, cargoes for movements.
#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/op.hpp"

namespace tutti::conform {

/// An operator of the worker's own: on elements of so many bytes.
struct UserOperator {
  std::string_view name;
  bool commutes;
  int bytes;
};

/// 2×2 matrices; words over the ranks; affine maps, whose datatype has gaps; sums modulo a prime; terms, which show the
/// bracketing (their size grows with the number of ranks: this is that for four).
inline constexpr std::array user_operators{
    UserOperator{"matrix", false, 16}, UserOperator{"word", false, 32}, UserOperator{"affine", false, 16},
    UserOperator{"modular", true, 8},  UserOperator{"term", false, 16}, UserOperator{"term-commutative", true, 16},
};

/// Of these the bracketing can be revealed (reveal.hpp, term.hpp).
inline constexpr std::array<std::string_view, 5> revealing_loads{"sum/float", "sum/double", "sum/long_double", "term",
                                                                 "term-commutative"};

inline bool is_term(std::string_view load) { return load.starts_with("term"); }

/// A word holds that many letters.
inline constexpr int most_ranks_of_words = 30;

/// Data of a movement: `bytes` of it in each unit. "mixed": each block another of them, about so many. Besides these
/// every predefined datatype is a cargo.
struct CargoRow {
  std::string_view name;
  int bytes;
};

inline constexpr std::array cargo_rows{
    CargoRow{"double", 8},
    CargoRow{"byte", 1},
    CargoRow{"vector", 12},
    CargoRow{"vector-to-ints", 12},
    CargoRow{"struct-to-struct", 13},
    CargoRow{"negative-bound", 8},
    CargoRow{"shifted", 8},
    CargoRow{"resized", 4},
    CargoRow{"columns", 12},
    CargoRow{"reversed-to-ints", 8},
    CargoRow{"mixed", 8},
};

/// Elements of "columns" overlap from there on.
inline constexpr int most_columns = 256;

inline const UserOperator* user_operator_named(std::string_view name) {
  const auto found = std::ranges::find(user_operators, name, &UserOperator::name);
  return found == user_operators.end() ? nullptr : &*found;
}

inline const CargoRow* cargo_row_named(std::string_view name) {
  const auto found = std::ranges::find(cargo_rows, name, &CargoRow::name);
  return found == cargo_rows.end() ? nullptr : &*found;
}

/// Of "sum/double"; nothing where either name is none, or MPI does not define that pair.
inline std::optional<std::pair<Op, Type>> predefined_named(std::string_view load) {
  const auto slash = load.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto op = op_named(load.substr(0, slash));
  const auto type = type_named(load.substr(slash + 1));
  if (!op || !type || !allowed(*op, *type)) return std::nullopt;
  return std::pair(*op, *type);
}

/// "sum/double" and every other pair that MPI defines.
inline std::vector<std::string> predefined_loads() {
  std::vector<std::string> all;
  for (const auto& op : ops)
    for (const auto& type : types)
      if (allowed(op.id, type.id)) all.push_back(std::string(op.name) + "/" + std::string(type.name));
  return all;
}

/// Bytes of data in one unit.
inline int bytes_of_load(std::string_view load) {
  if (const auto* user = user_operator_named(load)) return user->bytes;
  if (const auto* cargo = cargo_row_named(load)) return cargo->bytes;
  const auto predefined = predefined_named(load);
  const auto type = predefined ? predefined->second : type_named(load);
  return type ? static_cast<int>(row(*type).size()) : 0;
}

}  // namespace tutti::conform
