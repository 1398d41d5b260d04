// The predefined datatypes of all languages: C's, as spec/datatype.hpp
// lists them, and beside them Fortran's and C++'s, which need not exist under
// every MPI.
#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "spec/op.hpp"

namespace tutti {

/// A datatype of another language: its elements are those of a type in C.
struct ForeignType {
  std::string_view name;      ///< in the load of a case: the constant in lower case without MPI_
  std::string_view mpi_name;  ///< the MPI constant; or the procedure that gives it, of decimal digits and an exponent
  Type as;                    ///< the elements, where Fortran's kinds are the usual ones; the
                              ///< worker compares the sizes
  TypeClass type_class;       ///< which operations take it (MPI 4.0, 6.9.2 and 6.9.4)
  int digits = 0, range = 0;  ///< parameters of the procedure (MPI 4.0, 19.1.5); 0: it takes none such

  constexpr bool is_constant() const { return digits == 0 && range == 0; }
};

inline constexpr std::array foreign_types{
    ForeignType{"integer", "MPI_INTEGER", Type::int32, TypeClass::integer},
    ForeignType{"integer1", "MPI_INTEGER1", Type::int8, TypeClass::integer},
    ForeignType{"integer2", "MPI_INTEGER2", Type::int16, TypeClass::integer},
    ForeignType{"integer4", "MPI_INTEGER4", Type::int32, TypeClass::integer},
    ForeignType{"integer8", "MPI_INTEGER8", Type::int64, TypeClass::integer},
    ForeignType{"real", "MPI_REAL", Type::float_, TypeClass::floating},
    ForeignType{"real4", "MPI_REAL4", Type::float_, TypeClass::floating},
    ForeignType{"real8", "MPI_REAL8", Type::double_, TypeClass::floating},
    ForeignType{"double_precision", "MPI_DOUBLE_PRECISION", Type::double_, TypeClass::floating},
    ForeignType{"complex", "MPI_COMPLEX", Type::float_complex, TypeClass::complex},
    ForeignType{"complex8", "MPI_COMPLEX8", Type::float_complex, TypeClass::complex},
    ForeignType{"complex16", "MPI_COMPLEX16", Type::double_complex, TypeClass::complex},
    ForeignType{"double_complex", "MPI_DOUBLE_COMPLEX", Type::double_complex, TypeClass::complex},
    ForeignType{"logical", "MPI_LOGICAL", Type::int32, TypeClass::logical},
    ForeignType{"2integer", "MPI_2INTEGER", Type::two_int, TypeClass::pair},
    ForeignType{"cxx_bool", "MPI_CXX_BOOL", Type::bool_, TypeClass::logical},
    ForeignType{"cxx_float_complex", "MPI_CXX_FLOAT_COMPLEX", Type::float_complex, TypeClass::complex},
    ForeignType{"cxx_double_complex", "MPI_CXX_DOUBLE_COMPLEX", Type::double_complex, TypeClass::complex},
    ForeignType{"cxx_long_double_complex", "MPI_CXX_LONG_DOUBLE_COMPLEX", Type::long_double_complex,
                TypeClass::complex},
    ForeignType{"f90_real_6", "MPI_Type_create_f90_real", Type::float_, TypeClass::floating, 6, 37},
    ForeignType{"f90_real_15", "MPI_Type_create_f90_real", Type::double_, TypeClass::floating, 15, 307},
    ForeignType{"f90_complex_6", "MPI_Type_create_f90_complex", Type::float_complex, TypeClass::complex, 6, 37},
    ForeignType{"f90_complex_15", "MPI_Type_create_f90_complex", Type::double_complex, TypeClass::complex, 15, 307},
    ForeignType{"f90_integer_4", "MPI_Type_create_f90_integer", Type::int16, TypeClass::integer, 0, 4},
    ForeignType{"f90_integer_9", "MPI_Type_create_f90_integer", Type::int32, TypeClass::integer, 0, 9},
    ForeignType{"f90_integer_18", "MPI_Type_create_f90_integer", Type::int64, TypeClass::integer, 0, 18},
};

constexpr const ForeignType* foreign_type_named(std::string_view name) {
  for (const auto& row : foreign_types)
    if (row.name == name || (row.is_constant() && row.mpi_name == name)) return &row;
  return nullptr;
}

/// Whether the standard defines `op` for such elements. Operations on truth values take the integers of C alone.
constexpr bool allowed(Op op, const ForeignType& type) {
  const bool of_truths = row(op).takes.contains(TypeClass::logical);
  return row(op).takes.contains(type.type_class) && !(of_truths && type.type_class == TypeClass::integer);
}

/// The C type whose elements a datatype of that name has, of whatever language;
/// nothing where there is none.
constexpr std::optional<Type> elements_named(std::string_view name) {
  if (const auto type = type_named(name)) return type;
  const auto* foreign = foreign_type_named(name);
  return foreign ? std::optional(foreign->as) : std::nullopt;
}

/// Counted, since under sanitizers g++ takes no address for a constant.
static_assert(std::ranges::all_of(foreign_types,
                                  [](const auto& row) {
                                    return !type_named(row.name) &&
                                           std::ranges::count(foreign_types, row.name, &ForeignType::name) == 1;
                                  }),
              "each datatype has a name of its own");

}  // namespace tutti
