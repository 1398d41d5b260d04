#include "verified/run/mpi/handles.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "verified/run/mpi/envelope.hpp"
#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

#ifndef SMPI_H
/// The type of a number of another language, or of MPI's own, which has as many bytes as its compiler gave it; nothing
/// for sizes that C has no type of.
std::optional<Type> foreign_type_of(MPI_Datatype type) {
  const auto is_one_of = [type](std::initializer_list<MPI_Datatype> all) {
    return type != MPI_DATATYPE_NULL && std::ranges::find(all, type) != all.end();
  };
  struct Sized {
    int bytes;
    Type type;
  };
  const auto of_size = [type](std::initializer_list<Sized> all) -> std::optional<Type> {
    int bytes;
    check(MPI_Type_size(type, &bytes), "MPI_Type_size");
    for (const auto& one : all)
      if (one.bytes == bytes) return one.type;
    return std::nullopt;
  };
  // Fortran's by their precision as well, which are no predefined ones.
  const auto made = type == MPI_DATATYPE_NULL ? MPI_COMBINER_NAMED : envelope_of(type).combiner;
  if (made == MPI_COMBINER_F90_INTEGER ||
      is_one_of({MPI_INTEGER, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8}))
    return of_size({{1, Type::int8}, {2, Type::int16}, {4, Type::int32}, {8, Type::int64}});
  if (made == MPI_COMBINER_F90_REAL || is_one_of({MPI_REAL, MPI_DOUBLE_PRECISION, MPI_REAL4, MPI_REAL8}))
    return of_size({{4, Type::float_}, {8, Type::double_}});
  if (made == MPI_COMBINER_F90_COMPLEX || is_one_of({MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX8, MPI_COMPLEX16}))
    return of_size({{8, Type::float_complex}, {16, Type::double_complex}});
  if (is_one_of({MPI_AINT, MPI_OFFSET, MPI_COUNT})) return of_size({{4, Type::int32}, {8, Type::int64}});
  if (is_one_of({MPI_CXX_BOOL})) return of_size({{1, Type::bool_}});
  if (is_one_of({MPI_CXX_FLOAT_COMPLEX})) return Type::float_complex;
  if (is_one_of({MPI_CXX_DOUBLE_COMPLEX})) return Type::double_complex;
  if (is_one_of({MPI_CXX_LONG_DOUBLE_COMPLEX})) return Type::long_double_complex;
  if (type == MPI_2INTEGER) return of_size({{sizeof(int[2]), Type::two_int}});
  return std::nullopt;
}
#endif

}  // namespace

MPI_Datatype handle(Type type) {
  switch (type) {
    case Type::signed_char: return MPI_SIGNED_CHAR;
    case Type::unsigned_char: return MPI_UNSIGNED_CHAR;
    case Type::short_: return MPI_SHORT;
    case Type::unsigned_short: return MPI_UNSIGNED_SHORT;
    case Type::int_: return MPI_INT;
    case Type::unsigned_: return MPI_UNSIGNED;
    case Type::long_: return MPI_LONG;
    case Type::unsigned_long: return MPI_UNSIGNED_LONG;
    case Type::long_long: return MPI_LONG_LONG;
    case Type::unsigned_long_long: return MPI_UNSIGNED_LONG_LONG;
    case Type::int8: return MPI_INT8_T;
    case Type::int16: return MPI_INT16_T;
    case Type::int32: return MPI_INT32_T;
    case Type::int64: return MPI_INT64_T;
    case Type::uint8: return MPI_UINT8_T;
    case Type::uint16: return MPI_UINT16_T;
    case Type::uint32: return MPI_UINT32_T;
    case Type::uint64: return MPI_UINT64_T;
    case Type::float_: return MPI_FLOAT;
    case Type::double_: return MPI_DOUBLE;
    case Type::long_double: return MPI_LONG_DOUBLE;
    case Type::float_complex: return MPI_C_FLOAT_COMPLEX;
    case Type::double_complex: return MPI_C_DOUBLE_COMPLEX;
    case Type::long_double_complex: return MPI_C_LONG_DOUBLE_COMPLEX;
    case Type::bool_: return MPI_C_BOOL;
    case Type::byte: return MPI_BYTE;
    case Type::aint: return MPI_AINT;
    case Type::count: return MPI_COUNT;
    case Type::offset: return MPI_OFFSET;
    case Type::float_int: return MPI_FLOAT_INT;
    case Type::double_int: return MPI_DOUBLE_INT;
    case Type::long_int: return MPI_LONG_INT;
    case Type::two_int: return MPI_2INT;
    case Type::short_int: return MPI_SHORT_INT;
    case Type::long_double_int: return MPI_LONG_DOUBLE_INT;
  }
  __builtin_unreachable();
}

MPI_Op handle(Op op) {
  switch (op) {
    case Op::max: return MPI_MAX;
    case Op::min: return MPI_MIN;
    case Op::sum: return MPI_SUM;
    case Op::prod: return MPI_PROD;
    case Op::land: return MPI_LAND;
    case Op::band: return MPI_BAND;
    case Op::lor: return MPI_LOR;
    case Op::bor: return MPI_BOR;
    case Op::lxor: return MPI_LXOR;
    case Op::bxor: return MPI_BXOR;
    case Op::minloc: return MPI_MINLOC;
    case Op::maxloc: return MPI_MAXLOC;
  }
  __builtin_unreachable();
}

std::optional<Type> type_of(MPI_Datatype type) {
  for (const auto& r : types)
    if (handle(r.id) == type) return r.id;
#ifndef SMPI_H
  return foreign_type_of(type);
#else
  return std::nullopt;
#endif
}

std::optional<Op> op_of(MPI_Op op) {
  for (const auto& r : ops)
    if (handle(r.id) == op) return r.id;
  return std::nullopt;
}

}  // namespace tutti::mpi
